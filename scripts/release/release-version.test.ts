import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contractFiles } from './contract-files.ts';
import { exampleContract } from './example-contract.ts';
import { recordContract, releaseVersion } from './release-version.ts';

let root: string;
let files: ReturnType<typeof contractFiles>;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'release-version-'));
  files = contractFiles(root);
});
afterEach(() => rm(root, { recursive: true }));

async function write(path: string, content: unknown) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(content));
}

test('default', async () => {
  const contract = exampleContract('0.2.0');
  contract.components.schemas.Account.properties.path = { type: 'string' };
  await write(files.released, exampleContract('0.1.0'));
  await write(files.current, contract);
  expect(await recordContract(root)).toContain('The contract is 0.2.0.');
  expect(JSON.parse(await readFile(files.released, 'utf8'))).toEqual(contract);
  expect(await readFile(files.changes('0.2.0'), 'utf8')).toBe(
    '# The contract from 0.1.0 to 0.2.0\n\n## Added\n\n- `Account.path`: Was added.\n',
  );
});

test('behavior: first release', async () => {
  await write(files.current, exampleContract('0.1.0'));
  await recordContract(root);
  expect(JSON.parse(await readFile(files.released, 'utf8'))).toEqual(exampleContract('0.1.0'));
  expect(await readFile(files.changes('0.1.0'), 'utf8')).toBe('# The contract of 0.1.0\n\nThe first release.\n');
});

test('error: the version did not change', async () => {
  await write(files.released, exampleContract('0.1.0'));
  await write(files.current, exampleContract('0.1.0'));
  await expect(recordContract(root)).rejects.toThrow('Version 0.1.0 of the contract is already released.');
});

test('error: nothing pending', async () => {
  await write(join(files.changesets, 'config.json'), { fixed: [['@mintmark/*']] });
  await expect(releaseVersion(root)).rejects.toThrow('Nothing to release: no changeset is pending.');
});

test('error: the pending changeset is too small', async () => {
  await write(join(files.changesets, 'config.json'), { fixed: [['@mintmark/*']] });
  await writeFile(join(files.changesets, 'a.md'), '---\n"@mintmark/schema": patch\n---\n\nAdds.\n');
  const contract = exampleContract('1.0.0');
  delete contract.components.schemas.Unused;
  await write(files.released, exampleContract('1.0.0'));
  await write(files.current, contract);
  await expect(releaseVersion(root)).rejects.toThrow('This needs a changeset of size major');
});
