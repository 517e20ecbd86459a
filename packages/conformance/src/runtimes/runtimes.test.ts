import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runtimes } from './index.ts';
import { startStaticHost } from './static-host.ts';

const suite = (name: string) => new URL(`./suites/${name}.ts`, import.meta.url);

let folder: string;

// A private folder, because other programs write to the common one at the same time.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mintmark-runtimes-'));
  vi.stubEnv('TMPDIR', folder);
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe.each(runtimes)('$name', ({ name, find, run }) => {
  const executable = find(`the launcher of ${name}`);
  const runs = test.skipIf(!executable);
  const leftovers = () => readdirSync(folder).filter((entry) => entry.startsWith('mintmark-'));

  runs('default', async () => {
    const choice = name === 'node' ? 'node:crypto' : 'WebCrypto';
    expect(await run(executable ?? '', suite('native-choice'))).toBe(choice);
  });

  runs('args: input and reach', async () => {
    const page = { contentType: 'text/plain', body: 'reached' };
    await using host = await startStaticHost(new Map([['/', page]]), { 'Access-Control-Allow-Origin': '*' });
    const { host: reach } = new URL(host.origin);
    expect(await run(executable ?? '', suite('calling'), { input: { url: host.origin }, reach })).toBe('reached');
    // The other runtimes have no way to forbid this.
    if (name !== 'deno' && name !== 'workerd') return;
    expect(await run(executable ?? '', suite('calling'), { input: { url: host.origin } })).toBe('out of reach');
  });

  runs('error: a suite that fails', async () => {
    await expect(run(executable ?? '', suite('failing'))).rejects.toThrow('this suite always fails');
    expect(leftovers()).toEqual([]);
  });

  runs('error: a suite that does not exist', async () => {
    await expect(run(executable ?? '', suite('missing'))).rejects.toThrow(/missing\.ts/);
  });

  runs('error: a suite that hangs', async () => {
    await expect(run(executable ?? '', suite('hanging'), { patienceMs: 2000 })).rejects.toThrow(
      `${name} gave no answer within 2 s`,
    );
    expect(leftovers()).toEqual([]);
  });
});
