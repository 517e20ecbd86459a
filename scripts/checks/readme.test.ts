import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createMock, type Mock } from '@mintmark/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../command.ts';
import { withFacts } from '../generate/readme-facts.ts';
import { readmePrograms } from './readme-programs.ts';
import { type StartedService, startService } from './started-service.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

let mock: Mock;
let service: StartedService;
beforeAll(async () => {
  [mock, service] = await Promise.all([createMock(), startService()]);
});
afterAll(async () => {
  await mock.close();
  await service[Symbol.asyncDispose]();
});

const programs = (page: string) => readmePrograms(read(page), mock.url);

const pages = [
  'README.md',
  ...['chains', 'client', 'mock', 'openapi', 'policy', 'schema', 'server', 'stamper'].map(
    (name) => `packages/${name}/README.md`,
  ),
  'docs/first-wallet.md',
  'docs/first-transaction.md',
  'docs/sign-users-in.md',
  'docs/policies.md',
  'docs/policy-language.md',
  'docs/webhooks.md',
  'docs/proofs.md',
  'docs/monitoring/README.md',
];

/** Their programs need a node, and run in another test. */
const chainPages = ['docs/transactions.md', 'docs/earn.md'];

test.each(pages)('behavior: the programs of %s run and print the output that it shows', async (page) => {
  const found = programs(page);
  expect(found).not.toEqual([]);
  // A page may import programs of the page before it, also when only this test runs.
  for (const { file, code } of pages.flatMap(programs)) writeFileSync(join(service.directory, file), code);
  for (const { file, code, output } of found) {
    writeFileSync(join(service.directory, file), code);
    const { status, stdout, stderr } = await service.run([file]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    if (output !== undefined) expect(stdout).toBe(output);
  }
});

test('behavior: the service starts with the output in the README, and the suggested commands work', async () => {
  const [, shown = ''] = /```sh\nnpm start .*?\n```\n\n```text\n(.*?)```/s.exec(read('README.md')) ?? [];
  const general = (words: string) =>
    words.replaceAll(/(?<=127\.0\.0\.1:|localhost:)\d+/g, '0').replace(/(?<=^organization {2})[0-9a-f-]{36}$/m, 'id');
  expect(general(service.output)).toBe(general(shown));
  expect(shown).toMatch(/^try +npm run mintmark -- whoami$/m);
  const { scripts } = JSON.parse(read('package.json'));
  const [, command = ''] = /boot\.mjs node (\S+)$/.exec(scripts.mintmark) ?? [];
  const { stdout, status } = await service.run([join(root, command), 'whoami']);
  expect([status, JSON.parse(stdout).username]).toEqual([0, 'Root']);
  expect(scripts.start).toMatch(/boot\.mjs node scripts\/start\.ts$/);
});

test('behavior: the programs of all pages have no type errors', () => {
  const types = mkdtempSync(join(service.directory, 'types-'));
  for (const page of [...pages, ...chainPages]) {
    // The programs of a folder can import each other, also those of other pages.
    const folder = join(types, dirname(page));
    mkdirSync(folder, { recursive: true });
    for (const [index, { file, code }] of programs(page).entries())
      writeFileSync(join(folder, file === 'try.ts' ? `program-${index}.ts` : file), code);
  }
  const config = {
    extends: join(root, 'scripts/tsconfig.json'),
    compilerOptions: { lib: ['es2024', 'esnext.disposable', 'dom'] },
    include: [join(types, '**/*.ts')],
    references: [],
  };
  writeFileSync(join(types, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', types], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test('behavior: the figures in the README match the contract', () => {
  const readme = read('README.md');
  expect(withFacts(readme)).toBe(readme);
  expect(withFacts(readme.replace(/\d+ operations/, '0 operations'))).toBe(readme);
});
