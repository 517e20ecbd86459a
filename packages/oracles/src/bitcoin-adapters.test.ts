import { Psbt, payments, Transaction } from 'bitcoinjs-lib';
import { afterAll, expect, test } from 'vitest';
import { startAdapterSession } from './adapter-session.ts';
import { buildScripts, type ScriptType, scriptTypes, validate } from './bitcoin-psbts.ts';

const session = await startAdapterSession();
afterAll(() => session[Symbol.asyncDispose]());
const { page, client } = session;

const account = (type: ScriptType, path: string) => ({
  curve: 'CURVE_SECP256K1' as const,
  pathFormat: 'PATH_FORMAT_BIP32' as const,
  path,
  addressFormat: `ADDRESS_FORMAT_BITCOIN_MAINNET_${type}` as const,
});
const { walletId, addresses } = await client.createWalletOrThrow({
  walletName: 'Adapters',
  accounts: scriptTypes.map((type) => account(type, "m/84'/0'/0'/0/0")),
});
const [other] = (
  await client.createWalletAccountsOrThrow({ walletId, accounts: [account('P2WPKH', "m/84'/0'/0'/0/1")] })
).addresses;
const { accounts } = await client.listWalletAccounts({ walletId });
const keyOf = (address: string) =>
  Uint8Array.from(Buffer.from(accounts.find((account) => account.address === address)?.publicKey ?? '', 'hex'));
const amount = 100_000n;

/** A transaction that pays an amount to a script. */
function payTo(script: Uint8Array): Transaction {
  const transaction = new Transaction();
  transaction.addInput(new Uint8Array(32).fill(7), 0);
  transaction.addOutput(script, amount);
  return transaction;
}

function expectFinal(psbt: Psbt): void {
  expect(psbt.validateSignaturesOfAllInputs(validate)).toBe(true);
  expect(psbt.finalizeAllInputs().extractTransaction().outs).toHaveLength(1);
}

test.each(scriptTypes.map((type, index) => [type, addresses[index] as string] as const))(
  'behavior: a PSBT with an input of the type %s is finalized',
  async (type, address) => {
    const { output: script, address: expected, scriptCode: _, ...scripts } = buildScripts(type, keyOf(address));
    expect(address).toBe(expected);
    const previous = payTo(script);
    const utxo =
      type === 'P2PKH' ? { nonWitnessUtxo: previous.toBuffer() } : { witnessUtxo: { script, value: amount } };
    const psbt = new Psbt()
      .addInput({ hash: previous.getHash(), index: 0, ...utxo, ...scripts })
      .addOutput({ address, value: amount - 500n });
    expect(await page.signPsbt(client, address, psbt)).toBe(psbt);
    expectFinal(psbt);
  },
);

test('behavior: a PSBT with a script of two keys is signed by digest', async () => {
  const signers = [addresses[scriptTypes.indexOf('P2WPKH')], other].map((address = '') => ({
    address,
    publicKey: keyOf(address),
  }));
  const pubkeys = signers.map(({ publicKey }) => publicKey);
  const { output, redeem, address = '' } = payments.p2wsh({ redeem: payments.p2ms({ m: 2, pubkeys }) });
  const script = output as Uint8Array;
  const psbt = new Psbt()
    .addInput({
      hash: payTo(script).getHash(),
      index: 0,
      witnessUtxo: { script, value: amount },
      witnessScript: redeem?.output as Uint8Array,
    })
    .addOutput({ address, value: amount - 500n });

  const refused = page.signPsbt(client, signers[0]?.address ?? '', psbt);
  await expect(refused).rejects.toMatchObject({ code: 'INVALID_TRANSACTION' });
  for (const signer of signers)
    await psbt.signAllInputsAsync(page.bitcoinSigner(client, signer.address, signer.publicKey));
  expectFinal(psbt);
});
