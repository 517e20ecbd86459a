import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../command.ts';
import { withFacts } from '../readme-facts.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The TypeScript blocks of a page, each with the output that is shown right below it. */
const programs = (markdown: string) =>
  [...markdown.matchAll(/```ts\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(([, code = '', output]) => ({
    code,
    output,
  }));

const run = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });

const pages = ['README.md', ...['client', 'openapi', 'schema', 'stamper'].map((name) => `packages/${name}/README.md`)];

test.each(pages)('behavior: the programs of %s run, and print what it shows', (page) => {
  const found = programs(read(page));
  expect(found).not.toEqual([]);
  for (const { code, output } of found) {
    const { status, stdout, stderr } = run(code);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    if (output !== undefined) expect(stdout).toBe(output);
  }
});

test('behavior: the facts of the README follow from the contract', () => {
  const readme = read('README.md');
  expect(withFacts(readme)).toBe(readme);
  expect(withFacts(readme.replace(/\d+ operations/, '0 operations'))).toBe(readme);
});
