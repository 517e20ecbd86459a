import { expect, test } from 'vitest';
import { folderCircles } from './folder-circles.ts';

const circlesOf = (files: Record<string, string>) => folderCircles(new Map(Object.entries(files)));

test('default', () => {
  const files = {
    'src/app.ts': "import './users/user.ts';\nimport './wallets/wallet.ts';",
    'src/users/user.ts': "import './name.ts';\nimport '../wallets/wallet.ts';",
    'src/users/name.ts': '',
    'src/wallets/wallet.ts': "import '../app.ts';\nimport '../../other/users/user.ts';",
  };
  expect(circlesOf(files)).toEqual([]);
});

test('behavior: the imports of tests do not count', () => {
  const files = {
    'src/users/user.ts': "import '../wallets/wallet.ts';",
    'src/wallets/wallet.test.ts': "import '../users/user.ts';",
    'src/wallets/wallet.test-d.ts': "import '../users/user.ts';",
  };
  expect(circlesOf(files)).toEqual([]);
});

test('error: folders that import from each other, through different files, values and types', () => {
  const files = {
    'src/users/user.ts': "import { tag } from '../tags/tag.ts';\nimport '../wallets/accounts/account.ts';",
    'src/wallets/wallet.tsx': "import type { Name } from '../users/name.ts';",
    'src/tags/tag.ts': "export type Name = import('../users/name.ts').Name;",
  };
  expect(circlesOf(files)).toEqual(['src/users -> src/tags -> src/users', 'src/wallets -> src/users -> src/wallets']);
});

test('error: a circle of three, deep inside', () => {
  const files = {
    'src/deep/a/x.ts': "import '../b/x.ts';",
    'src/deep/b/x.ts': "import '../c/more/x.ts';",
    'src/deep/c/more/x.ts': "import '../../a/x.ts';",
  };
  expect(circlesOf(files)).toEqual(['src/deep/a -> src/deep/b -> src/deep/c -> src/deep/a']);
});
