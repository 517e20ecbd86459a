import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createMock, type Mock } from '@mintmark/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../command.ts';
import { withFacts } from '../readme-facts.ts';
import { readmePrograms } from '../readme-programs.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

const programs = (page: string) => readmePrograms(read(page), mock.url);

async function run(code: string) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: import.meta.dirname,
  });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, status };
}

const pages = [
  'README.md',
  ...['client', 'mock', 'openapi', 'schema', 'server', 'stamper'].map((name) => `packages/${name}/README.md`),
];

test.each(pages)('behavior: the programs of %s run, and print what it shows', async (page) => {
  const found = programs(page);
  expect(found).not.toEqual([]);
  for (const { code, output } of found) {
    const { status, stdout, stderr } = await run(code);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    if (output !== undefined) expect(stdout).toBe(output);
  }
});

test('behavior: the programs of all pages have no type errors', () => {
  // Below node_modules, so that nothing else takes them for sources, and their imports are found.
  const folder = mkdtempSync(join(root, 'scripts/node_modules/.readme-'));
  try {
    const codes = pages.flatMap(programs).map(({ code }) => code);
    for (const [index, code] of codes.entries()) writeFileSync(join(folder, `program-${index}.ts`), code);
    const config = {
      extends: join(root, 'scripts/tsconfig.json'),
      compilerOptions: { lib: ['es2024', 'esnext.disposable', 'dom'] },
      include: [join(folder, '*.ts')],
      references: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('behavior: the facts of the README follow from the contract', () => {
  const readme = read('README.md');
  expect(withFacts(readme)).toBe(readme);
  expect(withFacts(readme.replace(/\d+ operations/, '0 operations'))).toBe(readme);
});
