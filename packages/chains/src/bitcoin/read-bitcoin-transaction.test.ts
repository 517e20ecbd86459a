import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer/transaction.js';
import { describe, expect, test } from 'vitest';
import {
  buildSample,
  entry,
  foreignKey,
  payments,
  publicKey,
  type SampleOptions,
  type ScriptType,
  scriptTypes,
  secret,
  signRequest,
  uint32,
} from '../../test/bitcoin-psbts.ts';
import { encodeAddress } from '../addresses/address-formats.ts';
import { readPsbt } from './psbt.ts';
import { inputFields } from './psbt-fields.ts';
import { findValue } from './psbt-map.ts';
import { readBitcoinTransaction } from './read-bitcoin-transaction.ts';

const read = (psbt: Uint8Array) => readBitcoinTransaction(psbt, { publicKey }, { network: 'mainnet' });
const readSample = (options?: SampleOptions) => read(buildSample(options));
const sign = (psbt: Uint8Array) => {
  const { requests, sign: insert } = read(psbt);
  return insert(requests.map((request) => signRequest(request)));
};
/** Sentences of refusals are compared whole. */
const refusal = (problem: string) =>
  expect.objectContaining({ code: 'INVALID_TRANSACTION', message: `invalid transaction: ${problem}` });
const hex = (bytes: Uint8Array) => bytesToHex(bytes);
const bytes = (text: string) => hexToBytes(text);
const output = (amount: bigint, script = payments.P2WPKH(foreignKey).script) => ({ amount, script });

test('default', () => {
  const psbt = buildSample({ transaction: { version: 2, lockTime: 800_000 } });
  const { content, requests } = read(psbt);
  expect(content).toEqual({
    version: 2,
    inputs: [{ txId: expect.stringMatching(/^[0-9a-f]{64}$/), vout: 1, sequence: 0xfffffffd }],
    outputs: [
      {
        value: 90_000n,
        scriptPubkey: hex(payments.P2WPKH(foreignKey).script),
        address: payments.P2WPKH(foreignKey).address,
        addressType: 'P2WPKH',
      },
    ],
    locktime: { amount: 800_000, type: 'Blocks' },
    fee: 10_000n,
  });
  expect(content.inputs[0]?.txId).toBe(hex(Transaction.fromPSBT(psbt).getInput(0).txid ?? new Uint8Array()));
  expect(requests.map(({ scheme, message }) => [scheme, message.length])).toEqual([['ecdsa', 32]]);
});

describe.each(scriptTypes)('%s', (type) => {
  test('default: the library accepts the signature and finalizes the input', () => {
    const signed = sign(buildSample({ inputs: [{ type }] }));
    const transaction = Transaction.fromPSBT(signed);
    transaction.finalize();
    expect(transaction.isFinal).toBe(true);
  });

  test('behavior: the signature is the one that the library makes', () => {
    const psbt = buildSample({ inputs: [{ type }, { type: 'P2WPKH', key: foreignKey }, { type, amount: 5n }] });
    const transaction = Transaction.fromPSBT(psbt);
    transaction.sign(secret, undefined, new Uint8Array(32));
    expect(hex(sign(psbt))).toBe(hex(transaction.toPSBT()));
  });

  test('behavior: the input is found with every description of the output that its type allows', () => {
    for (const utxo of type === 'P2PKH' ? (['whole'] as const) : (['alone', 'whole', 'both'] as const))
      for (const isSegwit of [true, false])
        expect(readSample({ inputs: [{ type, utxo, isSegwit }] }).requests).toHaveLength(1);
  });

  test('behavior: the script is that of the address of the key', () => {
    const address = encodeAddress(`ADDRESS_FORMAT_BITCOIN_MAINNET_${type}`, {
      curve: 'CURVE_SECP256K1',
      bytes: publicKey,
    });
    const { content } = readSample({ inputs: [{ type }], outputs: [output(1n, payments[type](publicKey).script)] });
    expect(content.outputs[0]).toMatchObject({ address, addressType: type });
  });
});

test('behavior: signs all inputs of the key in their order, and leaves the others as they are', () => {
  const unknown = entry(0xf0, bytes('0102'), bytes('aa'));
  const foreign = [
    { type: 'P2PKH' as const, key: foreignKey, more: [entry(inputFields.sighashType.type, uint32(0x83)), unknown] },
    { utxo: 'none' as const, more: [unknown] },
  ];
  const psbt = buildSample({ inputs: [{ type: 'P2SH' }, ...foreign, { type: 'P2PKH' }] });
  const signed = readPsbt(sign(psbt));
  const before = readPsbt(psbt);
  expect(signed.inputs.slice(1, 3)).toEqual(before.inputs.slice(1, 3));
  expect(signed.outputs).toEqual(before.outputs);
  for (const index of [0, 3]) {
    const { [index]: map = [] } = signed.inputs;
    const added = map.filter(({ type }) => type === inputFields.partialSig.type);
    expect(added.map(({ keyData }) => hex(keyData))).toEqual([hex(publicKey)]);
    expect(map.filter((other) => !added.includes(other))).toEqual(before.inputs[index]);
  }
});

test('behavior: entries of unknown types in an input of the key stay where they are', () => {
  const psbt = buildSample({ inputs: [{ more: [entry(0xf0, bytes('01'), bytes('02')), entry(0x7f, bytes('03'))] }] });
  const types = readPsbt(sign(psbt)).inputs[0]?.map(({ type }) => type);
  expect(types).toEqual([inputFields.witnessUtxo.type, inputFields.partialSig.type, 0xf0, 0x7f]);
});

test('behavior: a taproot input needs no tapInternalKey', () => {
  expect(readSample({ inputs: [{ type: 'P2TR', without: [inputFields.tapInternalKey.type] }] }).requests).toHaveLength(
    1,
  );
});

test('behavior: derivation paths do not decide which input is signed', () => {
  const path = entry(inputFields.bip32Derivation.type, bytes('0000000000000000'), publicKey);
  const psbt = buildSample({ inputs: [{ key: foreignKey, more: [path] }] });
  expect(() => read(psbt)).toThrow(refusal('it has no input that this key can sign'));
});

describe('behavior: the type of the signature hash', () => {
  const withType = (type: ScriptType, hashType: number) =>
    buildSample({ inputs: [{ type, more: [entry(inputFields.sighashType.type, uint32(hashType))] }] });
  const signatureOf = (psbt: Uint8Array, type: number) =>
    readPsbt(sign(psbt)).inputs[0]?.find((found) => found.type === type)?.value;

  test('ALL is the same as none for ECDSA', () => {
    const none = signatureOf(buildSample(), inputFields.partialSig.type);
    expect(signatureOf(withType('P2WPKH', 1), inputFields.partialSig.type)).toEqual(none);
    expect(none?.at(-1)).toBe(1);
  });

  test('DEFAULT is the same as none for taproot, ALL has one more byte', () => {
    const none = signatureOf(buildSample({ inputs: [{ type: 'P2TR' }] }), inputFields.tapKeySig.type);
    expect(none).toHaveLength(64);
    expect(signatureOf(withType('P2TR', 0), inputFields.tapKeySig.type)).toEqual(none);
    const all = signatureOf(withType('P2TR', 1), inputFields.tapKeySig.type);
    expect(all).toHaveLength(65);
    expect(all?.at(-1)).toBe(1);
    const [request] = read(withType('P2TR', 1)).requests;
    const { tweakedPubkey = bytes('') } = payments.P2TR(publicKey);
    expect(schnorr.verify(all?.subarray(0, 64) ?? bytes(''), request?.message ?? bytes(''), tweakedPubkey)).toBe(true);
  });

  test.each([
    ['P2WPKH', 0],
    ['P2WPKH', 2],
    ['P2WPKH', 3],
    ['P2PKH', 0x81],
    ['P2WSH', 0x101],
    ['P2TR', 2],
    ['P2TR', 0x80],
    ['P2TR', 0x81],
  ] as const)('error: %s with %d', (type, hashType) => {
    expect(() => read(withType(type, hashType))).toThrow(refusal('the sighashType of input 0 is not SIGHASH_ALL'));
  });
});

describe('behavior: the fee', () => {
  const feeOf = (inputs: SampleOptions['inputs']) => readSample({ ...(inputs && { inputs }) }).content.fee;

  test('is known if every previous transaction is given', () => {
    expect(feeOf([{ utxo: 'whole' }, { utxo: 'both', key: foreignKey }, { type: 'P2PKH' }])).toBe(210_000n);
  });
  test('is known if the only input is signed', () => {
    expect(feeOf([{ utxo: 'alone' }])).toBe(10_000n);
  });
  test('is known if only taproot inputs are signed, because each signature covers all amounts', () => {
    expect(
      feeOf([
        { utxo: 'alone', type: 'P2TR' },
        { utxo: 'alone', type: 'P2TR' },
      ]),
    ).toBe(110_000n);
    expect(
      feeOf([
        { utxo: 'alone', type: 'P2TR' },
        { utxo: 'alone', key: foreignKey },
      ]),
    ).toBe(110_000n);
  });
  test('is known if only taproot inputs are signed, whatever else the key could sign', () => {
    const psbt = buildSample({ inputs: [{ type: 'P2TR' }, { type: 'P2WPKH' }] });
    const feeFor = (addressType?: ScriptType) =>
      readBitcoinTransaction(psbt, { publicKey }, { network: 'mainnet', addressType }).content.fee;
    expect(feeFor('P2TR')).toBe(110_000n);
    expect(feeFor('P2WPKH')).toBeUndefined();
    expect(feeFor()).toBeUndefined();
  });
  test.each(scriptTypes.filter((type) => type !== 'P2TR'))(
    'is not known if a taproot signature covers all amounts, and one for %s does not',
    (type) => {
      const taproot = (utxo: 'alone' | 'both') => ({ type: 'P2TR' as const, utxo });
      expect(feeOf([{ type }, taproot('alone')])).toBeUndefined();
      // A taproot input that is proven can be signed in another request, in which policies see another fee.
      expect(feeOf([{ type }, taproot('both'), { utxo: 'alone' }])).toBeUndefined();
      expect(feeOf([{ type, utxo: 'whole' }, taproot('both')])).toBe(110_000n);
    },
  );
  test('is not known if an amount is only claimed', () => {
    expect(feeOf([{ utxo: 'whole' }, { utxo: 'alone' }])).toBeUndefined();
    expect(feeOf([{ utxo: 'whole' }, { utxo: 'alone', type: 'P2TR', key: foreignKey }])).toBeUndefined();
  });
  test('is not known if an amount is missing', () => {
    expect(feeOf([{ utxo: 'whole' }, { utxo: 'none', key: foreignKey }])).toBeUndefined();
  });
});

describe('behavior: content', () => {
  test('locktimes from 500,000,000 on are in seconds', () => {
    const locktimeOf = (lockTime: number) => readSample({ transaction: { lockTime } }).content.locktime;
    expect(locktimeOf(0)).toEqual({ amount: 0, type: 'Blocks' });
    expect(locktimeOf(499_999_999)).toEqual({ amount: 499_999_999, type: 'Blocks' });
    expect(locktimeOf(500_000_000)).toEqual({ amount: 500_000_000, type: 'Seconds' });
    expect(locktimeOf(0xffffffff)).toEqual({ amount: 0xffffffff, type: 'Seconds' });
  });

  test('versions are not negative', () => {
    expect(readSample({ transaction: { version: -1 } }).content.version).toBe(0xffffffff);
  });

  test('scripts without an address', () => {
    const scripts = ['6a0401020304', '', '5220'.padEnd(68, '1'), `0014${'00'.repeat(21)}`, `a914${'00'.repeat(20)}88`];
    const { content } = readSample({ outputs: scripts.map((script) => output(1n, bytes(script))) });
    expect(content.outputs).toEqual(
      scripts.map((scriptPubkey) => ({ value: 1n, scriptPubkey, address: undefined, addressType: undefined })),
    );
  });

  test.each([
    ['mainnet', 'bc1q'],
    ['testnet', 'tb1q'],
    ['signet', 'tb1q'],
    ['regtest', 'bcrt1q'],
  ] as const)('addresses of %s', (network, prefix) => {
    const { content } = readBitcoinTransaction(buildSample(), { publicKey }, { network });
    expect(content.outputs[0]?.address).toMatch(new RegExp(`^${prefix}`));
  });
});

test('behavior: only the inputs of one type of address, if that signs', () => {
  const psbt = buildSample({ inputs: [{ type: 'P2TR' }, { type: 'P2WPKH' }, { type: 'P2PKH' }] });
  const readAs = (addressType: ScriptType) =>
    readBitcoinTransaction(psbt, { publicKey }, { network: 'mainnet', addressType });
  expect(read(psbt).requests).toHaveLength(3);
  expect(readAs('P2TR').requests.map(({ scheme }) => scheme)).toEqual(['bip341']);
  expect(() => readAs('P2WSH')).toThrow(refusal('it has no input that this key can sign'));
});

test('error: a signature is missing', () => {
  expect(() => readSample().sign([])).toThrow(RangeError);
});

describe('error: not an encoding of a PSBT', () => {
  const sample = buildSample();
  const encoded = hex(sample);

  test.each([
    ['empty', '', 'it does not begin with the magic bytes of a PSBT'],
    ['base64', hex(utf8ToBytes(base64.encode(sample))), 'it does not begin with the magic bytes of a PSBT'],
    ['only the magic bytes', '70736274ff', 'the PSBT ends too early'],
    ['the last byte is missing', encoded.slice(0, -2), 'the PSBT ends too early'],
    ['a trailing byte', `${encoded}00`, 'the PSBT has trailing bytes'],
    ['a second PSBT', encoded + encoded, 'the PSBT has trailing bytes'],
    [
      'a length that is too long',
      encoded.replace('ff010052', 'ff0100fd5200'),
      'the PSBT is not encoded in its shortest form',
    ],
    [
      'a key length that is too long',
      encoded.replace('ff0100', 'fffd010000'),
      'the PSBT is not encoded in its shortest form',
    ],
    [
      'a type that is too long',
      encoded.replace('ff0100', 'ff03fd0000'),
      'the PSBT is not encoded in its shortest form',
    ],
    [
      'a type longer than its key',
      encoded.replace('ff0100', 'ff01fd0000'),
      'the global map has a key that ends within its type',
    ],
    ['a length of 64 bits', '70736274ff0100ffffffffffffffffff', 'the PSBT has a number of more than 32 bits'],
    ['a length beyond the end', '70736274ff0100feffffffff', 'the PSBT ends too early'],
  ])('%s', (_, text, problem) => {
    expect(() => read(bytes(text))).toThrow(refusal(problem));
  });

  test('too long', () => {
    const unknown = (length: number) => buildSample({ inputs: [{ more: [entry(0xf0, new Uint8Array(length))] }] });
    const rest = unknown(120_000).length - 120_000;
    expect(read(unknown(131_072 - rest)).requests).toHaveLength(1);
    expect(() => read(unknown(131_073 - rest))).toThrow(refusal('the PSBT is longer than 131072 bytes'));
  });

  test('too many entries', () => {
    const more = (count: number) => Array.from({ length: count }, (_, index) => entry(0xf0, bytes(''), uint32(index)));
    expect(readSample({ inputs: [{ more: more(2498) }] }).requests).toHaveLength(1);
    expect(() => readSample({ inputs: [{ more: more(2499) }] })).toThrow(refusal('the PSBT has too many entries'));
  });
});

describe('error: fields of a PSBT', () => {
  const publicKeySignature = [entry(inputFields.partialSig.type, bytes('00'), publicKey)];
  const p2wshWitnessScript = entry(inputFields.witnessScript.type, bytes('51'));

  test.each<[string, string, SampleOptions]>([
    ['version 2', 'the PSBT has a version other than 0', { global: [entry(0xfb, uint32(2))] }],
    [
      'a global field of version 2',
      'the global map has a field that only PSBT version 2 has',
      { global: [entry(0x02, uint32(2))] },
    ],
    [
      'an input field of version 2',
      'input 0 has a field that only PSBT version 2 has',
      { inputs: [{ more: [entry(0x0e, new Uint8Array(32))] }] },
    ],
    [
      'an output field of version 2',
      'output 0 has a field that only PSBT version 2 has',
      { outputMaps: [[entry(0x03, new Uint8Array(8))]] },
    ],
    [
      'the same key twice',
      'input 0 has the same key twice',
      { inputs: [{ more: [entry(0xf0, bytes('01')), entry(0xf0, bytes('02'))] }] },
    ],
    [
      'the same key twice, with a field of its own',
      'input 0 has the same key twice',
      { inputs: [{ more: [entry(inputFields.witnessUtxo.type, bytes('00'))] }] },
    ],
    [
      'an unreadable witnessUtxo',
      'input 0 has a witnessUtxo that cannot be read',
      { inputs: [{ utxo: 'none', more: [entry(inputFields.witnessUtxo.type, bytes('00'))] }] },
    ],
    [
      'an unreadable nonWitnessUtxo',
      'input 0 has a nonWitnessUtxo that cannot be read',
      { inputs: [{ utxo: 'none', more: [entry(inputFields.nonWitnessUtxo.type, bytes('00'))] }] },
    ],
    [
      'no input of the key',
      'it has no input that this key can sign',
      { inputs: [{ key: foreignKey }, { utxo: 'none' }] },
    ],
    ['signed', 'input 1 of this key is already signed', { inputs: [{}, { more: publicKeySignature }] }],
    [
      'signed with taproot',
      'input 0 of this key is already signed',
      { inputs: [{ type: 'P2TR', more: [entry(inputFields.tapKeySig.type, new Uint8Array(64))] }] },
    ],
    [
      'final',
      'input 0 of this key is already signed',
      { inputs: [{ more: [entry(inputFields.finalScriptSig.type, bytes('00'))] }] },
    ],
    [
      'final with a witness',
      'input 0 of this key is already signed',
      { inputs: [{ more: [entry(inputFields.finalScriptWitness.type, bytes('00'))] }] },
    ],
    [
      'P2PKH with a witnessUtxo alone',
      'input 0 has a witnessUtxo, but its script has no witness',
      { inputs: [{ type: 'P2PKH', utxo: 'alone' }] },
    ],
    [
      'P2PKH with both',
      'input 0 has a witnessUtxo, but its script has no witness',
      { inputs: [{ type: 'P2PKH', utxo: 'both' }] },
    ],
    [
      'no redeemScript',
      'the redeemScript of input 0 is missing',
      { inputs: [{ type: 'P2SH', without: [inputFields.redeemScript.type] }] },
    ],
    [
      'another redeemScript',
      'the redeemScript of input 0 does not match the output it spends',
      {
        inputs: [
          {
            type: 'P2SH',
            without: [inputFields.redeemScript.type],
            more: [entry(inputFields.redeemScript.type, payments.P2WPKH(foreignKey).script)],
          },
        ],
      },
    ],
    [
      'a redeemScript without need',
      'the redeemScript of input 0 does not match the output it spends',
      { inputs: [{ more: [entry(inputFields.redeemScript.type, bytes('51'))] }] },
    ],
    [
      'no witnessScript',
      'the witnessScript of input 0 is missing',
      { inputs: [{ type: 'P2WSH', without: [inputFields.witnessScript.type] }] },
    ],
    [
      'another witnessScript',
      'the witnessScript of input 0 does not match the output it spends',
      { inputs: [{ type: 'P2WSH', without: [inputFields.witnessScript.type], more: [p2wshWitnessScript] }] },
    ],
    [
      'a witnessScript without need',
      'the witnessScript of input 0 does not match the output it spends',
      { inputs: [{ more: [p2wshWitnessScript] }] },
    ],
    [
      'another tapInternalKey',
      'the tapInternalKey of input 0 does not match the output it spends',
      {
        inputs: [
          {
            type: 'P2TR',
            without: [inputFields.tapInternalKey.type],
            more: [entry(inputFields.tapInternalKey.type, foreignKey.subarray(1))],
          },
        ],
      },
    ],
    [
      'a tapInternalKey without need',
      'the tapInternalKey of input 0 does not match the output it spends',
      { inputs: [{ more: [entry(inputFields.tapInternalKey.type, publicKey.subarray(1))] }] },
    ],
    [
      'a tapMerkleRoot',
      'the tapMerkleRoot of input 0 does not match the output it spends',
      { inputs: [{ type: 'P2TR', more: [entry(inputFields.tapMerkleRoot.type, new Uint8Array(32))] }] },
    ],
    [
      'taproot with an unknown amount',
      'input 1 has no UTXO, which the taproot signature of input 0 has to cover',
      { inputs: [{ type: 'P2TR' }, { utxo: 'none' }] },
    ],
    ['the same output twice', 'two inputs spend the same output', { inputs: [{ serial: 0 }, { serial: 0 }] }],
    ['no outputs', 'the transaction has no outputs', { outputs: [] }],
    [
      'too many inputs',
      'the transaction has more than 250 inputs',
      { inputs: Array.from({ length: 251 }, () => ({})) },
    ],
    [
      'too many outputs',
      'the transaction has more than 250 outputs',
      { outputs: Array.from({ length: 251 }, () => output(1n)) },
    ],
    [
      'an output above 21 million bitcoins',
      'output 0 has an amount above 21 million bitcoins',
      { outputs: [output(2_100_000_000_000_001n)] },
    ],
    ['a negative output', 'output 0 has an amount above 21 million bitcoins', { outputs: [output(2n ** 64n - 1n)] }],
    [
      'outputs above 21 million bitcoins together',
      'the sum of the outputs has an amount above 21 million bitcoins',
      { outputs: [output(2_100_000_000_000_000n), output(1n)] },
    ],
    [
      'an input above 21 million bitcoins',
      'input 0 has an amount above 21 million bitcoins',
      { inputs: [{ amount: 2_100_000_000_000_001n }] },
    ],
    [
      'inputs above 21 million bitcoins together',
      'the sum of the inputs has an amount above 21 million bitcoins',
      { inputs: [{ amount: 2_100_000_000_000_000n }, { amount: 1n }] },
    ],
    ['a negative fee', 'the outputs are worth more than the inputs', { outputs: [output(100_001n)] }],
    [
      'too many P2PKH inputs',
      'it has too many P2PKH inputs for its size',
      { inputs: Array.from({ length: 120 }, () => ({ type: 'P2PKH' as const })) },
    ],
  ])('%s', (_, problem, options) => {
    expect(() => readSample(options)).toThrow(refusal(problem));
  });

  test('a fee of zero is none of these', () => {
    expect(readSample({ outputs: [output(100_000n)] }).content.fee).toBe(0n);
  });

  test('a nonWitnessUtxo of another transaction', () => {
    const other = findValue(readPsbt(buildSample({ inputs: [{ utxo: 'whole', serial: 7 }] })).inputs[0] ?? [], 0);
    const inputs = [{ utxo: 'none' as const, more: [entry(0, other ?? bytes(''))] }];
    const problem = 'input 0 has a nonWitnessUtxo that is not the transaction it spends';
    expect(() => readSample({ inputs })).toThrow(refusal(problem));
    // A foreign input is checked as well, because the fee depends on it.
    expect(() => readSample({ inputs: [{ serial: 5 }, ...inputs] })).toThrow(
      refusal(problem.replace('input 0', 'input 1')),
    );
  });

  test('a witnessUtxo that differs from the nonWitnessUtxo', () => {
    const problem = 'input 0 has a witnessUtxo and a nonWitnessUtxo that differ';
    for (const other of [{ amount: 99n }, { type: 'P2WSH' as const }]) {
      const lie = findValue(readPsbt(buildSample({ inputs: [other] })).inputs[0] ?? [], 1) ?? bytes('');
      expect(() => readSample({ inputs: [{ utxo: 'whole', more: [entry(1, lie)] }] })).toThrow(refusal(problem));
    }
  });

  test('an output that the previous transaction does not have', () => {
    const psbt = buildSample({ inputs: [{ utxo: 'whole' }] });
    const { transaction } = readPsbt(psbt);
    const inputs = transaction.inputs.map((input) => ({ ...input, index: 2 }));
    expect(() => readSample({ inputs: [{ utxo: 'whole' }], transaction: { inputs } })).toThrow(
      refusal('input 0 spends an output that its nonWitnessUtxo does not have'),
    );
  });

  test('an unsigned transaction with a scriptSig', () => {
    const { transaction } = readPsbt(buildSample());
    const inputs = transaction.inputs.map((input) => ({ ...input, finalScriptSig: bytes('51') }));
    expect(() => readSample({ transaction: { inputs } })).toThrow(refusal('the unsigned transaction has a scriptSig'));
  });
});

test('behavior: the witnesses of a previous transaction are not read, because its id does not cover them', () => {
  const inputs = [{ utxo: 'whole' as const }];
  const whole = Uint8Array.from(findValue(readPsbt(buildSample({ inputs })).inputs[0] ?? [], 0) ?? bytes(''));
  // Its only witness has one item of three bytes. Behind it is the lock time.
  const witness = whole.length - 4 - 5;
  expect(whole.subarray(witness, -4)).toEqual(bytes('0103010203'));
  const tail = (hex: string) => concatBytes(whole.subarray(0, witness), bytes(hex), whole.subarray(-4));
  for (const changed of [tail(`fea0860100${'00'.repeat(100_000)}`), tail('ff')]) {
    const more = [entry(0, changed)];
    expect(readSample({ inputs: [{ utxo: 'none', more }] }).content).toEqual(readSample({ inputs }).content);
  }
});

test('behavior: nobody but the key of the input is asked to sign', () => {
  const psbt = buildSample({ inputs: [{ type: 'P2TR' }, { type: 'P2WPKH', key: foreignKey }] });
  const other = secp256k1.getPublicKey(new Uint8Array(32).fill(9));
  expect(readBitcoinTransaction(psbt, { publicKey: foreignKey }, { network: 'mainnet' }).requests).toHaveLength(1);
  expect(() => readBitcoinTransaction(psbt, { publicKey: other }, { network: 'mainnet' })).toThrow(
    refusal('it has no input that this key can sign'),
  );
});
