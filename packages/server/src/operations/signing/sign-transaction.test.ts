import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { keyMovements, solanaAccount } from '../../../test/wallets.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit } = service;
const [ada] = await addOrganization(service);

const ethereum = 'TRANSACTION_TYPE_ETHEREUM';
const sign = (signWith: string, unsignedTransaction: string, type: string, more: object = {}) =>
  submit(ada, 'sign_transaction', { signWith, unsignedTransaction, type }, more);

/** The example of EIP-155: its key, its transaction and the signed transaction. */
const eip155 = {
  key: '46'.repeat(32),
  unsigned: 'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
  signed:
    'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
};

const { privateKeyId } = resultOf(
  await keyMovements(service).importPrivateKey(ada, Buffer.from(eip155.key, 'hex'), {
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH'],
  }),
);
const {
  addresses: [solanaAddress],
} = resultOf(await submit(ada, 'create_wallet', { walletName: 'Wallet', accounts: [solanaAccount()] })) as {
  addresses: [string];
};

describe('Ethereum', () => {
  test('default: the example of EIP-155', async () => {
    expect(resultOf(await sign(privateKeyId, eip155.unsigned, ethereum))).toEqual({ signedTransaction: eip155.signed });
  });

  test('behavior: by address, with 0x', async () => {
    const address = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
    expect(resultOf(await sign(address, `0x${eip155.unsigned}`, ethereum))).toEqual({
      signedTransaction: eip155.signed,
    });
  });

  test('behavior: version 1 names the key by privateKeyId', async () => {
    const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION';
    const parameters = { privateKeyId, unsignedTransaction: eip155.unsigned, type: ethereum };
    const { json } = await submit(ada, 'sign_transaction', parameters, { type });
    expect(json.activity.result).toEqual({ signTransactionResult: { signedTransaction: eip155.signed } });
  });
});

test.each([
  ['an unknown key', randomUUID(), eip155.unsigned, ethereum, [404, 'RESOURCE_NOT_FOUND']],
  ['a key of another curve', solanaAddress, eip155.unsigned, ethereum, [400, 'INVALID_TRANSACTION']],
  ['a trailing byte', privateKeyId, `${eip155.unsigned}00`, ethereum, [400, 'INVALID_TRANSACTION']],
  ['a signed transaction', privateKeyId, eip155.signed, ethereum, [400, 'INVALID_TRANSACTION']],
  [
    'a transaction of another chain',
    solanaAddress,
    eip155.unsigned,
    'TRANSACTION_TYPE_SOLANA',
    [400, 'INVALID_TRANSACTION'],
  ],
  ['Tempo', privateKeyId, `76${eip155.unsigned}`, 'TRANSACTION_TYPE_TEMPO', [400, 'UNSUPPORTED_TRANSACTION_TYPE']],
  ['half a byte', privateKeyId, eip155.unsigned.slice(1), ethereum, [400, 'REQUEST_INVALID']],
])('error: %s', async (_, signWith, transaction, type, refusal) => {
  expect(refusalOf(await sign(signWith, transaction, type))).toEqual(refusal);
});
