import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { objections } from '../../../test/objections.ts';
import { activities, examples, queries } from '../../index.ts';

describe('wallets', () => {
  const { userId, walletId, encryptedMnemonic, wallet } = examples;
  const [account] = wallet.accounts;
  const accountsAt = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...account, path: `m/${index}` }));
  const operations: [name: string, unit: { parameters: z.ZodType }, others: object][] = [
    ['create_wallet', activities.create_wallet, { walletName: 'Treasury' }],
    ['create_wallet_accounts', activities.create_wallet_accounts, { walletId }],
    ['import_wallet', activities.import_wallet, { userId, walletName: 'Treasury', encryptedBundle: encryptedMnemonic }],
    [
      'create_sub_organization',
      { parameters: activities.create_sub_organization.parameters.shape.wallet },
      { walletName: 'Treasury' },
    ],
  ];

  test.each(operations)('default: %s takes 1,000 accounts', (_name, unit, others) => {
    expect(objections(unit, { ...others, accounts: accountsAt(1000) })).toEqual([]);
    expect(objections(unit, { ...others, accounts: accountsAt(1001) })).toEqual(['accounts: too_big']);
  });

  test.each(operations)('behavior: %s takes one path in two formats', (_name, unit, others) => {
    const accounts = [account, { ...account, addressFormat: 'ADDRESS_FORMAT_COMPRESSED' }];
    expect(objections(unit, { ...others, accounts })).toEqual([]);
  });

  test.each(operations)('error: %s with one path twice in one format', (_name, unit, others) => {
    expect(objections(unit, { ...others, accounts: [account, { ...account, name: 'Other' }] })).toEqual([
      'accounts: INVALID_PATH',
    ]);
  });

  test.each(operations)('behavior: %s without accounts', (name, unit, others) => {
    const expected = name === 'create_wallet_accounts' ? ['accounts: too_small'] : [];
    expect(objections(unit, { ...others, accounts: [] })).toEqual(expected);
  });

  test('error: an account that is looked up by nothing, or by the empty string', () => {
    const { organizationId, walletAddress } = examples;
    const asking = (filters: object) =>
      objections({ parameters: queries.get_wallet_account.request }, { organizationId, walletId, ...filters });
    for (const filters of [{}, { address: '' }, { path: '' }, { address: '', path: '' }])
      expect(asking(filters)).toEqual([': REQUEST_INVALID']);
    for (const filters of [{ address: walletAddress }, { path: 'm/0' }, { address: walletAddress, path: '' }])
      expect(asking(filters)).toEqual([]);
  });
});
