import { examples } from '@mintmark/schema';
import { describe, expect, test } from 'vitest';
import { runtimes } from '../runtimes/index.ts';
import { apiKey } from '../targets/api-key.ts';
import type { SuiteReport } from '../test-suite.ts';
import { startFaultServer } from './fault-server.ts';
import type { FaultsInput } from './faults-suite.ts';

describe('the client against a faulty service', () => {
  const suite = new URL('./faults-suite.ts', import.meta.url);
  for (const { name, find, run } of runtimes) {
    const executable = find(`the client against a faulty service in ${name}`);
    test.skipIf(!executable)(`default: a typed error for every fault in ${name}`, async () => {
      await using elsewhere = await startFaultServer('');
      await using server = await startFaultServer(`${elsewhere.origin}/punctual`);
      const input: FaultsInput = { origin: server.origin, organizationId: examples.organizationId, apiKey };
      const { host: reach } = new URL(server.origin);
      const { counts, failures } = (await run(executable ?? '', suite, { input, reach })) as SuiteReport;
      expect(failures).toEqual([]);
      console.log(`the client in ${name}: ${counts['faults']} faults, each with its typed error`);
      expect(elsewhere.attempts).toEqual(new Map());
      expect(server.attempts.get('redirect')).toHaveLength(1);
      const limited = server.attempts.get('limited') ?? [];
      expect(limited).toHaveLength(2);
      expect(limited[0]).toBe(limited[1]);
    });
  }
});
