import { expect, test } from 'vitest';
import { objections } from '../../test/objections.ts';
import { activities } from '../index.ts';

test.each([
  ['delete_policies', 'policyIds'],
  ['delete_wallets', 'walletIds'],
  ['delete_wallet_accounts', 'walletAccountIds'],
  ['delete_private_keys', 'privateKeyIds'],
  ['delete_private_key_tags', 'privateKeyTagIds'],
] as const)('error: %s with nothing to delete', (name, member) => {
  expect(objections(activities[name], { [member]: [] })).toEqual([`${member}: too_small`]);
});
