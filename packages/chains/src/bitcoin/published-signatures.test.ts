import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { RawOldTx, RawOutput } from '@scure/btc-signer/script.js';
import { expect, test } from 'vitest';
import { entry, signRequest } from '../../test/bitcoin-psbts.ts';
import { encodePsbt, readPsbt } from './psbt.ts';
import { inputFields } from './psbt-fields.ts';
import type { PsbtMap } from './psbt-map.ts';
import { readBitcoinTransaction } from './read-bitcoin-transaction.ts';
import { SignatureHashes } from './signature-hashes.ts';
import type { SpentOutput } from './spent-output.ts';

const decode = (hex: string) => hexToBytes(hex);
const encode = (bytes: Uint8Array | undefined) => bytesToHex(bytes ?? new Uint8Array());
const witnessUtxo = (amount: bigint, script: string) =>
  entry(inputFields.witnessUtxo.type, RawOutput.encode({ amount, script: decode(script) }));

/** A PSBT around a published transaction, which has no PSBT in its standard. */
function wrap(unsignedTx: Uint8Array, inputs: readonly PsbtMap[]): Uint8Array {
  const transaction = RawOldTx.decode(unsignedTx);
  const outputs = transaction.outputs.map(() => []);
  return encodePsbt({ transaction, unsignedTx, global: [entry(0, unsignedTx)], inputs, outputs });
}

/** Signs with the published secret, and returns what was signed and the entry of the signature. */
function signWith(psbt: Uint8Array, secret: Uint8Array, index: number) {
  const read = readBitcoinTransaction(psbt, { publicKey: secp256k1.getPublicKey(secret) }, { network: 'mainnet' });
  const signed = readPsbt(read.sign(read.requests.map((request) => signRequest(request, secret))));
  return {
    messages: read.requests.map(({ message }) => encode(message)),
    signature: signed.inputs[index]?.find(({ type }) => type === inputFields.partialSig.type)?.value,
    fee: read.content.fee,
  };
}

test('default: BIP-143, "Native P2WPKH"', () => {
  const unsignedTx = decode(
    '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000',
  );
  const psbt = wrap(unsignedTx, [
    [witnessUtxo(625_000_000n, '2103c9f4836b9a4f77fc0d81f7bcb01b7f1b35916864b9476c241ce9fc198bd25432ac')],
    [witnessUtxo(600_000_000n, '00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1')],
  ]);
  const secret = decode('619c335025c7f4012e556c2a58b2506e30b8511b53ade95ea316fd8c3286feb9');
  const { messages, signature, fee } = signWith(psbt, secret, 1);
  expect(messages).toEqual(['c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670']);
  expect(encode(signature)).toBe(
    '304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee01',
  );
  expect(fee).toBeUndefined();
});

test('default: BIP-143, "P2SH-P2WPKH"', () => {
  const unsignedTx = decode(
    '0100000001db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a54770100000000feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac92040000',
  );
  const redeemScript = entry(inputFields.redeemScript.type, decode('001479091972186c449eb1ded22b78e40d009bdf0089'));
  const psbt = wrap(unsignedTx, [
    [witnessUtxo(1_000_000_000n, 'a9144733f37cf4db86fbc2efed2500b4f4e49f31202387'), redeemScript],
  ]);
  const secret = decode('eb696a065ef48a2192da5b28b694f87544b30fae8327c4510137a922f32c6dcf');
  const { messages, signature, fee } = signWith(psbt, secret, 0);
  expect(messages).toEqual(['64f3b0f4dd2bb3aa1ce8566d220cc74dda9df97d8490cc81d89d735c92e59fb6']);
  expect(encode(signature)).toBe(
    '3044022047ac8e878352d3ebbde1c94ce3a10d057c24175747116f8288e5d794d12d482f0220217f36a485cae903c713331d877c1f64677e3622ad4010726870540656fe9dcb01',
  );
  expect(fee).toBe(1_000_000_000n - 199_996_600n - 800_000_000n);
});

test('default: BIP-174, the P2PKH input, whose signature is in the network transaction of the first invalid case', () => {
  const psbt = decode(
    '70736274ff0100750200000001268171371edff285e937adeea4b37b78000c0566cbb3ad64641713ca42171bf60000000000feffffff02d3dff505000000001976a914d0c59903c5bac2868760e90fd521a4665aa7652088ac00e1f5050000000017a9143545e6e33b832c47050f24d3eeb93c9c03948bc787b32e1300000100fda5010100000000010289a3c71eab4d20e0371bbba4cc698fa295c9463afa2e397f8533ccb62f9567e50100000017160014be18d152a9b012039daf3da7de4f53349eecb985ffffffff86f8aa43a71dff1448893a530a7237ef6b4608bbb2dd2d0171e63aec6a4890b40100000017160014fe3e9ef1a745e974d902c4355943abcb34bd5353ffffffff0200c2eb0b000000001976a91485cff1097fd9e008bb34af709c62197b38978a4888ac72fef84e2c00000017a914339725ba21efd62ac753a9bcd067d6c7a6a39d05870247304402202712be22e0270f394f568311dc7ca9a68970b8025fdd3b240229f07f8a5f3a240220018b38d7dcd314e734c9276bd6fb40f673325bc4baa144c800d2f2f02db2765c012103d2e15674941bad4a996372cb87e1856d3652606d98562fe39c5e9e7e413f210502483045022100d12b852d85dcd961d2f5f4ab660654df6eedcc794c0c33ce5cc309ffb5fce58d022067338a8e0e1725c197fb1a88af59f51e44e4255b20167c8684031c05d1f2592a01210223b72beef0965d10be0778efecd61fcac6f79a4ea169393380734464f84f2ab300000000000000',
  );
  const publicKey = decode('02657d118d3357b8e0f4c2cd46db7b39f6d9c38d9a70abcb9b2de5dc8dbfe4ce31');
  const { requests, content } = readBitcoinTransaction(psbt, { publicKey }, { network: 'testnet' });
  const signature = decode(
    '3044022070b2245123e6bf474d60c5b50c043d4c691a5d2435f09a34a7662a9dc251790a022001329ca9dacf280bdf30740ec0390422422c81cb45839457aeb76fc12edd95b3',
  );
  expect(requests.map(({ scheme }) => scheme)).toEqual(['ecdsa']);
  const message = requests[0]?.message ?? expect.fail();
  expect(secp256k1.verify(signature, message, publicKey, { prehash: false, format: 'der' })).toBe(true);
  expect(content.fee).toBe(200_000_000n - 99_999_699n - 100_000_000n);
});

test('error: BIP-174, "A Witness UTXO is provided for a non-witness input"', () => {
  const psbt = decode(
    '70736274ff0100a00200000002ab0949a08c5af7c49b8212f417e2f15ab3f5c33dcf153821a8139f877a5b7be40000000000feffffffab0949a08c5af7c49b8212f417e2f15ab3f5c33dcf153821a8139f877a5b7be40100000000feffffff02603bea0b000000001976a914768a40bbd740cbe81d988e71de2a4d5c71396b1d88ac8e240000000000001976a9146f4620b553fa095e721b9ee0efe9fa039cca459788ac0000000000010122d3dff505000000001976a914d48ed3110b94014cb114bd32d6f4d066dc74256b88ac0001012000e1f5050000000017a9143545e6e33b832c47050f24d3eeb93c9c03948bc787010416001485d13537f2e265405a34dbafa9e3dda01fb8230800220202ead596687ca806043edc3de116cdf29d5e9257c196cd055cf698c8d02bf24e9910b4a6ba670000008000000080020000800022020394f62be9df19952c5587768aeb7698061ad2c4a25c894f47d8c162b4d7213d0510b4a6ba6700000080010000800200008000',
  );
  const publicKey = decode('023add904f3d6dcf59ddb906b0dee23529b7ffb9ed50e5e86151926860221f0e73');
  expect(() => readBitcoinTransaction(psbt, { publicKey }, { network: 'testnet' })).toThrow(
    'input 0 has a witnessUtxo, but its script has no witness',
  );
});

const keyOnly =
  '70736274ff010052020000000127744ababf3027fe0d6cf23a96eee2efb188ef52301954585883e69b6624b2420000000000ffffffff0148e6052a01000000160014768e1eeb4cf420866033f80aceff0f9720744969000000000001012b00f2052a010000002251205a2c2cf5b52cf31f83ad2e8da63ff03183ecd8f609c7510ae8a48e03910a0757';
const keyOnlySignature =
  'bb53ec917bad9d906af1ba87181c48b86ace5aae2b53605a725ca74625631476fc6f5baedaf4f2ee0f477f36f58f3970d5b8273b7e497b97af2e3f125c97af34';
const keyOnlyRest =
  '2116fe349064c98d6e2a853fa3c9b12bd8b304a19c195c60efa7ee2393046d3fa2321900772b2da75600008001000080000000800100000000000000011720fe349064c98d6e2a853fa3c9b12bd8b304a19c195c60efa7ee2393046d3fa232002202036b772a6db74d8753c98a827958de6c78ab3312109f37d3e0304484242ece73d818772b2da7540000800100008000000080000000000000000000';
const keyOnlyPublicKey = decode('02fe349064c98d6e2a853fa3c9b12bd8b304a19c195c60efa7ee2393046d3fa232');

test('default: BIP-371, "one P2TR key only input", and the same PSBT "with signature"', () => {
  const read = readBitcoinTransaction(
    decode(keyOnly + keyOnlyRest),
    { publicKey: keyOnlyPublicKey },
    { network: 'testnet' },
  );
  expect(read.requests.map(({ scheme }) => scheme)).toEqual(['bip341']);
  const message = read.requests[0]?.message ?? expect.fail();
  const outputKey = decode('5a2c2cf5b52cf31f83ad2e8da63ff03183ecd8f609c7510ae8a48e03910a0757');
  expect(schnorr.verify(decode(keyOnlySignature), message, outputKey)).toBe(true);
  const signed = read.sign([{ bytes: decode(keyOnlySignature), parity: 0 }]);
  expect(encode(signed)).toBe(`${keyOnly}011340${keyOnlySignature}${keyOnlyRest}`);
});

test('error: BIP-371, the PSBT "with signature" is already signed', () => {
  const psbt = decode(`${keyOnly}011340${keyOnlySignature}${keyOnlyRest}`);
  expect(() => readBitcoinTransaction(psbt, { publicKey: keyOnlyPublicKey }, { network: 'testnet' })).toThrow(
    'input 0 of this key is already signed',
  );
});

/** The transaction of the key path in the wallet test vectors of BIP-341, and the outputs that it spends. */
const bip341 = {
  unsignedTx: decode(
    '02000000097de20cbff686da83a54981d2b9bab3586f4ca7e48f57f5b55963115f3b334e9c010000000000000000d7b7cab57b1393ace2d064f4d4a2cb8af6def61273e127517d44759b6dafdd990000000000fffffffff8e1f583384333689228c5d28eac13366be082dc57441760d957275419a418420000000000fffffffff0689180aa63b30cb162a73c6d2a38b7eeda2a83ece74310fda0843ad604853b0100000000feffffffaa5202bdf6d8ccd2ee0f0202afbbb7461d9264a25e5bfd3c5a52ee1239e0ba6c0000000000feffffff956149bdc66faa968eb2be2d2faa29718acbfe3941215893a2a3446d32acd050000000000000000000e664b9773b88c09c32cb70a2a3e4da0ced63b7ba3b22f848531bbb1d5d5f4c94010000000000000000e9aa6b8e6c9de67619e6a3924ae25696bb7b694bb677a632a74ef7eadfd4eabf0000000000ffffffffa778eb6a263dc090464cd125c466b5a99667720b1c110468831d058aa1b82af10100000000ffffffff0200ca9a3b000000001976a91406afd46bcdfd22ef94ac122aa11f241244a37ecc88ac807840cb0000000020ac9a87f5594be208f8532db38cff670c450ed2fea8fcdefcc9a663f78bab962b0065cd1d',
  ),
  spent: [
    [420_000_000n, '512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343'],
    [462_000_000n, '5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3'],
    [294_000_000n, '76a914751e76e8199196d454941c45d1b3a323f1433bd688ac'],
    [504_000_000n, '5120e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e'],
    [630_000_000n, '512091b64d5324723a985170e4dc5a0f84c041804f2cd12660fa5dec09fc21783605'],
    [378_000_000n, '00147dd65592d0ab2fe0d0257d571abf032cd9db93dc'],
    [672_000_000n, '512075169f4001aa68f15bbed28b218df1d0a62cbbcf1188c6665110c293c907b831'],
    [546_000_000n, '5120712447206d7a5238acc7ff53fbe94a3b64539ad291c7cdbc490b7577e4b17df5'],
    [588_000_000n, '512077e30a5522dd9f894c3f8b8bd4c4b2cf82ca7da8a3ea6a239655c39c050ab220'],
  ] as const,
};

test('default: BIP-341, wallet test vectors, the key path with SIGHASH_ALL and SIGHASH_DEFAULT', () => {
  const spent: SpentOutput[] = bip341.spent.map(([amount, script]) => ({
    amount,
    script: decode(script),
    isProven: false,
  }));
  const hashes = new SignatureHashes({ unsignedTx: bip341.unsignedTx, inputCount: 9, outputCount: 2 });
  expect(encode(hashes.taproot(3, 1, spent))).toBe('bf013ea93474aa67815b1b6cc441d23b64fa310911d991e713cd34c7f5d46669');
  expect(encode(hashes.taproot(4, 0, spent))).toBe('4f900a0bae3f1446fd48490c2958b5a023228f01661cda3496a11da502a7f7ef');
});

test('default: BIP-341, wallet test vectors, the P2WPKH input in the fully signed transaction', () => {
  const psbt = wrap(
    bip341.unsignedTx,
    bip341.spent.map(([amount, script]) => [witnessUtxo(amount, script)]),
  );
  const { signature } = signWith(psbt, decode('03'.padStart(64, '0')), 5);
  expect(encode(signature)).toBe(
    '304402202b795e4de72646d76eab3f0ab27dfa30b810e856ff3a46c9a702df53bb0d8cc302203ccc4d822edab5f35caddb10af1be93583526ccfbade4b4ead350781e2f8adcd01',
  );
});

test('default: BIP-341, wallet test vectors, the P2PKH input in the fully signed transaction', () => {
  const hashes = new SignatureHashes({ unsignedTx: bip341.unsignedTx, inputCount: 9, outputCount: 2 });
  const secret = decode('01'.padStart(64, '0'));
  const message = hashes.legacy(2, decode(bip341.spent[2][1]));
  expect(encode(secp256k1.sign(message, secret, { prehash: false, format: 'der' }))).toBe(
    '30450221008f3b8f8f0537c420654d2283673a761b7ee2ea3c130753103e08ce79201cf32a022079e7ab904a1980ef1c5890b648c8783f4d10103dd62f740d13daa79e298d50c2',
  );
});
