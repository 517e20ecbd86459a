import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { runtimes } from './index.ts';

const suite = (name: string) => new URL(`./suites/${name}.ts`, import.meta.url);

describe.each(runtimes)('$name', ({ name, find, run }) => {
  const executable = find(`the launcher of ${name}`);
  const runs = test.skipIf(!executable);
  const leftovers = () => readdirSync(tmpdir()).filter((entry) => entry.startsWith(`mintmark-${name}-`));

  runs('default', async () => {
    const choice = name === 'node' ? 'node:crypto' : 'WebCrypto';
    expect(await run(executable ?? '', suite('native-choice'))).toBe(choice);
  });

  runs('error: a suite that fails', async () => {
    const before = leftovers();
    await expect(run(executable ?? '', suite('failing'))).rejects.toThrow('this suite always fails');
    expect(leftovers()).toEqual(before);
  });

  runs('error: a suite that does not exist', async () => {
    await expect(run(executable ?? '', suite('missing'))).rejects.toThrow(/missing\.ts/);
  });

  runs('error: a suite that hangs', async () => {
    const before = leftovers();
    await expect(run(executable ?? '', suite('hanging'), 2000)).rejects.toThrow(`${name} gave no answer within 2 s`);
    expect(leftovers()).toEqual(before);
  });
});
