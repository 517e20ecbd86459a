import { buildSample, foreignKey, payments, type SampleOptions } from '@mintmark/chains/test/bitcoin-psbts';
import { Transaction } from '@scure/btc-signer/transaction.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy, outcomeOf, type PolicyParameters } from '../../../test/policies.ts';
import { type Actor, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;

const bitcoin = 100_000_000n;
const outputs = [{ amount: bitcoin, script: payments.P2WPKH(foreignKey).script }];
const lowFee = 'bitcoin.tx.fee <= 20000';

let root: Actor;
let user: Actor;
let key: Uint8Array;
/** Addresses of one key. The key signs the inputs of its taproot address for that address, and all of its inputs for the other one. */
let taproot: string;
let ethereum: string;

beforeEach(async () => {
  [root] = await addOrganization(service);
  user = await addUser(service, root);
  const formats = ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'ADDRESS_FORMAT_ETHEREUM'];
  const accounts = formats.map((addressFormat) => ({
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/86'/0'/0'/0/0",
    addressFormat,
  }));
  const wallet = resultOf(await submit(root, 'create_wallet', { walletName: 'Coins', accounts }));
  [taproot, ethereum] = wallet.addresses;
  const listed = await ask(root, 'list_wallet_accounts', { walletId: wallet.walletId });
  key = Uint8Array.from(Buffer.from(listed.json.accounts[0].publicKey, 'hex'));
});

type Inputs = NonNullable<SampleOptions['inputs']>;

/** Asks for the signatures of a PSBT that pays 1 bitcoin. */
const sign = (signWith: string, inputs: Inputs) =>
  submit(user, 'sign_transaction', {
    signWith,
    unsignedTransaction: Buffer.from(
      buildSample({ inputs: inputs.map((input) => ({ key, ...input })), outputs }),
    ).toString('hex'),
    type: 'TRANSACTION_TYPE_BITCOIN',
  });
const allow = (condition: string) => addPolicy(service, root, { condition, consensus: isBy(user) });

const coin = { amount: bitcoin };
const proven = { ...coin, utxo: 'both' as const };

test.each<[string, PolicyParameters[]]>([
  ['allowed', [{ condition: lowFee }]],
  ['denied', [{}, { effect: 'EFFECT_DENY', condition: 'bitcoin.tx.fee > 20000' }]],
])('error: two lies about one transaction that pays a fee of 1 bitcoin, with fees that are %s', async (_, policies) => {
  for (const policy of policies)
    await addPolicy(service, root, { ...policy, ...(policy.effect ? {} : { consensus: isBy(user) }) });
  const lie = { type: 'P2TR' as const, amount: 20_000n };
  const replies = [
    await sign(ethereum, [coin, { ...coin, lie }]),
    await sign(ethereum, [{ ...coin, lie }, coin]),
    // The truth, which shows a fee of 1 bitcoin.
    await sign(ethereum, [proven, proven]),
  ];
  expect(replies.map(outcomeOf)).toEqual(Array(3).fill('REQUEST_NOT_AUTHORIZED'));
  const honest = await sign(ethereum, [proven, { ...proven, amount: 20_000n }]);
  const signed = Transaction.fromPSBT(Buffer.from(resultOf(honest).signedTransaction, 'hex'));
  signed.finalize();
  expect(signed.fee).toBe(20_000n);
});

describe('a policy without a limit for the taproot address of the key', () => {
  const small = { type: 'P2TR' as const, amount: 10_000n, utxo: 'both' as const };
  const lie = { amount: 10_000n };

  test('error: does not lend its signature to lies about coins of other addresses', async () => {
    await allow(`wallet_account.address == '${ethereum}' && ${lowFee}`);
    await allow(`wallet_account.address == '${taproot}'`);
    // The signatures of the coins are from the first two requests, and that of the small input is from the last one.
    const replies = [
      await sign(ethereum, [small, coin, { ...coin, lie }]),
      await sign(ethereum, [small, { ...coin, lie }, coin]),
      await sign(taproot, [small, coin, coin]),
    ];
    expect(replies.map(outcomeOf)).toEqual(['REQUEST_NOT_AUTHORIZED', 'REQUEST_NOT_AUTHORIZED', 'COMPLETED']);
  });

  test('behavior: the fee is shown for signatures that cover it', async () => {
    await allow(`wallet_account.address == '${taproot}' && ${lowFee}`);
    const taprootCoin = { ...coin, type: 'P2TR' as const };
    expect(outcomeOf(await sign(taproot, [taprootCoin, { amount: 20_000n }]))).toBe('COMPLETED');
    expect(outcomeOf(await sign(taproot, [taprootCoin, { amount: 20_001n }]))).toBe('REQUEST_NOT_AUTHORIZED');
  });
});
