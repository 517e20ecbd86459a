import { randomUUID } from 'node:crypto';
import { buildSample } from '@mintmark/chains/test/bitcoin-psbts';
import { base58 } from '@scure/base';
import { Transaction } from '@scure/btc-signer/transaction.js';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { recover, verifyWithOpenSsl } from '../../../test/signing.ts';
import { keyMovements, solanaAccount } from '../../../test/wallets.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
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
  publicKey,
  addresses: [, , { address: bitcoinAddress }],
} = (await ask(ada, 'get_private_key', { privateKeyId })).json.privateKey;
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

test('behavior: Solana', async () => {
  // A transfer of 1 lamport to the System Program itself: one signature, the payer and the program, one instruction.
  const payer = Buffer.from(base58.decode(solanaAddress)).toString('hex');
  const program = '00'.repeat(32);
  const message = `01000102${payer}${program}${'11'.repeat(32)}01010200010c020000000100000000000000`;
  const { signedTransaction } = resultOf(
    await sign(solanaAddress, `01${'00'.repeat(64)}${message}`, 'TRANSACTION_TYPE_SOLANA'),
  );
  const signature = { r: signedTransaction.slice(2, 66), s: signedTransaction.slice(66, 130), v: '00' };
  expect(signedTransaction).toBe(`01${signature.r}${signature.s}${message}`);
  expect(verifyWithOpenSsl('ed25519', payer, Buffer.from(message, 'hex'), signature)).toBe(true);
});

test('behavior: Tron', async () => {
  // Published in the documentation of java-tron.
  const raw =
    '0a0229272208939ece39d08a7abe40d8c483c1dd335a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a1541dd791d6b49e190062d650e6a23c575510d35f2f912154192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a18c0843d70d68780c1dd33';
  const { signedTransaction } = resultOf(await sign(privateKeyId, raw, 'TRANSACTION_TYPE_TRON'));
  const length = (raw.length / 2).toString(16);
  const [, r = '', s = '', v = ''] =
    new RegExp(`^0a${length}01${raw}1241([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$`).exec(signedTransaction) ?? [];
  const id = '6303c7639f591407ef9f34a7ac8c9c9a21151f5a6af21924502515734fc267ab';
  expect(recover({ r, s, v: v === '1b' ? '00' : '01' }, id)).toBe(publicKey);
});

describe('Bitcoin', () => {
  const psbt = buildSample({
    inputs: [
      { type: 'P2WPKH', key: Buffer.from(publicKey, 'hex') },
      { type: 'P2TR', key: Buffer.from(publicKey, 'hex') },
    ],
  });
  const signPsbt = async (signWith: string) => {
    const reply = await sign(signWith, Buffer.from(psbt).toString('hex'), 'TRANSACTION_TYPE_BITCOIN');
    return Transaction.fromPSBT(Buffer.from(resultOf(reply).signedTransaction, 'hex'));
  };

  test('default: every input that the key can spend', async () => {
    const transaction = await signPsbt(privateKeyId);
    transaction.finalize();
    expect(transaction.isFinal).toBe(true);
  });

  test('behavior: only the inputs of the address that signs', async () => {
    const transaction = await signPsbt(bitcoinAddress);
    expect(transaction.getInput(0).partialSig).toHaveLength(1);
    expect(transaction.getInput(1).tapKeySig).toBeUndefined();
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
