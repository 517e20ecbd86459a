import { expect, test } from 'vitest';
import { emptyApiKey } from '../users/api-key-draft.ts';
import { emptySubOrganization, subOrganizationOf, withRootUser } from './sub-organization-draft.ts';

const ada = { userName: 'Ada', userEmail: 'ada@example.com', userPhoneNumber: '', apiKey: emptyApiKey('none') };
const draft = { ...emptySubOrganization(), name: ' Sub ', rootUsers: [{ ...ada, key: 0 }] };

test('default: without a wallet', () => {
  expect(subOrganizationOf(draft)).toEqual({
    subOrganizationName: 'Sub',
    rootUsers: [{ userName: 'Ada', userEmail: 'ada@example.com', apiKeys: [], authenticators: [], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  });
});

test('args: a wallet with the first account of each chosen chain', () => {
  const made = subOrganizationOf({ ...draft, hasWallet: true, chains: ['Bitcoin', 'Solana'] });
  expect(made?.wallet).toEqual({
    walletName: 'Wallet',
    accounts: [
      expect.objectContaining({ curve: 'CURVE_SECP256K1', path: "m/84'/0'/0'/0/0" }),
      expect.objectContaining({ curve: 'CURVE_ED25519', path: "m/44'/501'/0'/0'" }),
    ],
  });
});

test('behavior: each root user keeps a key of its own', () => {
  const more = withRootUser(withRootUser(draft));
  expect(more.rootUsers.map(({ key }) => key)).toEqual([0, 1, 2]);
  const fewer = { ...more, rootUsers: more.rootUsers.slice(1) };
  expect(withRootUser(fewer).rootUsers.map(({ key }) => key)).toEqual([1, 2, 3]);
});

test('error: a root user who is not complete, a threshold that nobody can reach, a wallet without a name', () => {
  expect(subOrganizationOf(withRootUser(draft))).toBeUndefined();
  for (const threshold of ['0', '2', '', '0.5'])
    expect([threshold, subOrganizationOf({ ...draft, threshold })]).toEqual([threshold, undefined]);
  expect(subOrganizationOf({ ...draft, hasWallet: true, walletName: ' ' })).toBeUndefined();
});
