import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutualImports } from './mutual-imports.ts';

const root = join(import.meta.dirname, '../..');

describe('mutualImports', () => {
  const pairsOf = (files: Record<string, string>) => mutualImports('src', new Map(Object.entries(files)));

  test('default', () => {
    const files = {
      'src/app.ts': "import './users/user.ts';\nimport './wallets/wallet.ts';",
      'src/users/user.ts': "import './name.ts';\nimport '../wallets/wallet.ts';",
      'src/users/name.ts': '',
      'src/wallets/wallet.ts': "import '../app.ts';\nimport '../../other/users/user.ts';",
    };
    expect(pairsOf(files)).toEqual([]);
  });

  test('behavior: the imports of tests do not count', () => {
    const files = {
      'src/users/user.ts': "import '../wallets/wallet.ts';",
      'src/wallets/wallet.test.ts': "import '../users/user.ts';",
      'src/wallets/wallet.test-d.ts': "import '../users/user.ts';",
    };
    expect(pairsOf(files)).toEqual([]);
  });

  test('error: folders that import from each other, through different files, values and types', () => {
    const files = {
      'src/users/user.ts': "import { tag } from '../tags/tag.ts';\nimport '../wallets/accounts/account.ts';",
      'src/wallets/wallet.ts': "import type { Name } from '../users/name.ts';",
      'src/tags/tag.ts': "export type Name = import('../users/name.ts').Name;",
    };
    expect(pairsOf(files)).toEqual(['tags <-> users', 'users <-> wallets']);
  });
});

test('default: the folders of the server import in one direction', async () => {
  const sources = new Map<string, string>();
  for await (const file of glob('packages/server/src/**/*.ts', { cwd: root }))
    sources.set(file.replaceAll(sep, '/'), await readFile(join(root, file), 'utf8'));
  expect(mutualImports('packages/server/src', sources)).toEqual([
    // The services that handlers use keep compiled policies and parsed interfaces, and both are read with errors of the contract.
    'contract <-> policies',
    'contract <-> smart-contracts',
  ]);
});
