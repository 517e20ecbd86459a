import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { RLP, type RLPInput } from 'micro-eth-signer/core/rlp.js';
import { describe, expect, test } from 'vitest';
import { readEthereumTransaction } from './read-ethereum-transaction.ts';

const privateKey = hexToBytes('46'.repeat(32));
const signer = { publicKey: secp256k1.getPublicKey(privateKey) };
const read = (bytes: Uint8Array) => readEthereumTransaction(bytes, signer);
const readHex = (hex: string) => read(hexToBytes(hex));
const refusal = (problem: string) =>
  expect.objectContaining({ code: 'INVALID_TRANSACTION', message: `invalid transaction: ${problem}` });

function sign(message: Uint8Array, key = privateKey) {
  const bytes = secp256k1.sign(message, key, { prehash: false, format: 'recovered' });
  return { bytes: bytes.subarray(1), parity: bytes[0] === 0 ? 0 : 1 } as const;
}

const signHex = (hex: string, key: string) => {
  const { requests, sign: assemble } = readHex(hex);
  return bytesToHex(assemble(requests.map(({ message }) => sign(message, hexToBytes(key)))));
};

const to = '0x3535353535353535353535353535353535353535';
const delegate = '0xbe95c3f554e9fc85ec51be69a3d807a0d55bcf2c';
const key32 = `0x${'11'.repeat(32)}`;
const versionedHash = '0x0172ff1d4f354eebdb3cd0cb64e41ac584359094373fd5f979bcccbd6072d936';
const r = 0x2c6eb7d1fe10999e8c90c52920c1216e9e427cfb09647bc16a5fa883f8aba335n;
const s = 0x100830755aec9c48cfa63b6f9694dbe2a58a52c198fd3e98be7d407fd1e970d0n;

/** The fields of a transaction of each type, by their names and in their order. */
const legacy = { nonce: 9n, gasPrice: 20n, gas: 21_000n, to, value: 1n, data: '0x' };
const call = { gas: 21_000n, to, value: 1n, data: '0x1234' };
const accessList = [
  [to, [key32, key32]],
  [to, []],
];
const type1 = { chainId: 1n, nonce: 9n, gasPrice: 20n, ...call, accessList };
const type2 = { chainId: 1n, nonce: 9n, maxPriorityFeePerGas: 2n, maxFeePerGas: 20n, ...call, accessList };
const type3 = { ...type2, maxFeePerBlobGas: 5n, blobVersionedHashes: [versionedHash] };
const authorization = { chainId: 1n, address: delegate, nonce: 40n, yParity: 1n, r, s };
const type4 = { ...type2, authorizationList: [Object.values(authorization)] };
const fields = { 1: type1, 2: type2, 3: type3, 4: type4 } as const;

type Fields = Readonly<Record<string, unknown>>;
const list = (members: Fields) => RLP.encode(Object.values(members) as RLPInput[]);
const encode = (type: number, members: Fields) =>
  type === 0 ? list(members) : concatBytes(Uint8Array.of(type), list(members));
const samples: readonly Uint8Array[] = [
  list(legacy),
  list({ ...legacy, chainId: 1n, r: 0n, s: 0n }),
  ...Object.entries(fields).map(([type, members]) => encode(Number(type), members)),
  encode(2, { ...type2, to: null, data: `0x${'60'.repeat(300)}` }),
];

describe('default: published transactions', () => {
  test('EIP-155, its example', () => {
    const unsigned = 'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
    const { content, requests } = readHex(unsigned);
    expect(content).toEqual({
      type: 'LEGACY',
      chainId: 1n,
      nonce: 9n,
      gasPrice: 20_000_000_000n,
      gas: 21_000n,
      to,
      value: 10n ** 18n,
      data: '0x',
    });
    expect(requests).toEqual([
      {
        scheme: 'ecdsa',
        message: hexToBytes('daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53'),
      },
    ]);
    expect(signHex(unsigned, '46'.repeat(32))).toBe(
      'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    );
  });

  test('before EIP-155, from the tests of go-ethereum', () => {
    const {
      content,
      requests,
      sign: assemble,
    } = readHex('de03018207d094b94f5374fce5edbc8e2a8697c15331677e6ebf0b0a825544');
    expect(content).toEqual({
      type: 'LEGACY',
      nonce: 3n,
      gasPrice: 1n,
      gas: 2000n,
      to: '0xb94f5374fce5edbc8e2a8697c15331677e6ebf0b',
      value: 10n,
      data: '0x5544',
    });
    expect(requests.map(({ message }) => bytesToHex(message))).toEqual([
      'fe7a79529ed5f7c3375d06b26b186a8644e0e16c373d7a12be41c62d6042b77a',
    ]);
    const bytes = hexToBytes(
      '98ff921201554726367d2be8c804a7ff89ccf285ebc57dff8ae4c44b9c19ac4a8887321be575c8095f789dd4c743dfe42c1820f9231f98a962b210e3ac2452a3',
    );
    expect(bytesToHex(assemble([{ bytes, parity: 1 }]))).toBe(
      'f86103018207d094b94f5374fce5edbc8e2a8697c15331677e6ebf0b0a8255441ca098ff921201554726367d2be8c804a7ff89ccf285ebc57dff8ae4c44b9c19ac4aa08887321be575c8095f789dd4c743dfe42c1820f9231f98a962b210e3ac2452a3',
    );
  });

  test('EIP-2930, from the tests of go-ethereum', () => {
    const {
      content,
      requests,
      sign: assemble,
    } = readHex('01e00103018261a894b94f5374fce5edbc8e2a8697c15331677e6ebf0b0a825544c0');
    expect(content).toEqual({
      type: 'TYPE_1',
      chainId: 1n,
      nonce: 3n,
      gasPrice: 1n,
      gas: 25_000n,
      to: '0xb94f5374fce5edbc8e2a8697c15331677e6ebf0b',
      value: 10n,
      data: '0x5544',
      accessList: [],
    });
    expect(requests.map(({ message }) => bytesToHex(message))).toEqual([
      '49b486f0ec0a60dfbbca2d30cb07c9e8ffb2a2ff41f29a1ab6737475f6ff69f3',
    ]);
    const bytes = hexToBytes(
      'c9519f4f2b30335884581971573fadf60c6204f59a911df35ee8a540456b266032f1e8e2c5dd761f9e4f88f41c8310aeaba26a8bfcdacfedfa12ec3862d37521',
    );
    expect(bytesToHex(assemble([{ bytes, parity: 1 }]))).toBe(
      '01f8630103018261a894b94f5374fce5edbc8e2a8697c15331677e6ebf0b0a825544c001a0c9519f4f2b30335884581971573fadf60c6204f59a911df35ee8a540456b2660a032f1e8e2c5dd761f9e4f88f41c8310aeaba26a8bfcdacfedfa12ec3862d37521',
    );
  });

  test('EIP-1559, from the tests of EthereumJS', () => {
    const unsigned = '02ed821e8e8203338301284d8301d97c828ae094000000000000000000000000000000000000aaaa8402933bc980c0';
    expect(readHex(unsigned).content).toEqual({
      type: 'TYPE_2',
      chainId: 7822n,
      nonce: 819n,
      gasPrice: 121_212n,
      maxFeePerGas: 121_212n,
      maxPriorityFeePerGas: 75_853n,
      gas: 35_552n,
      to: '0x000000000000000000000000000000000000aaaa',
      value: 43_203_529n,
      data: '0x',
      accessList: [],
    });
    expect(signHex(unsigned, '8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63')).toBe(
      '02f870821e8e8203338301284d8301d97c828ae094000000000000000000000000000000000000aaaa8402933bc980c080a0d067f2167008c59219652f91cbf8788dbca5f771f6e91e2b7657e85b78b472e0a01d305af9fe81fdba43f0dfcd400ed24dcace0a7e30d4e85701dcaaf484cd079e',
    );
  });

  test('EIP-4844, from the tests of EthereumJS, without the blobs', () => {
    const { content, sign: assemble } = readHex(
      '03f8470180808083ffffff941f738d535998ba73b31f38f1ecf6a6ad013eaa208080c08405f5e100e1a00172ff1d4f354eebdb3cd0cb64e41ac584359094373fd5f979bcccbd6072d936',
    );
    expect(content).toEqual({
      type: 'TYPE_3',
      chainId: 1n,
      nonce: 0n,
      gasPrice: 0n,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
      gas: 0xffffffn,
      to: '0x1f738d535998ba73b31f38f1ecf6a6ad013eaa20',
      value: 0n,
      data: '0x',
      accessList: [],
      maxFeePerBlobGas: 100_000_000n,
      blobVersionedHashes: [versionedHash],
    });
    const bytes = hexToBytes(
      '3d8cacf503f773c3ae4eed2b38ba68859063bc5ad253a4fb456b1295061f1e0b616727b04ef78f58d2f521774c6261396fc21eac725ba2a2d89758eae171effb',
    );
    expect(bytesToHex(assemble([{ bytes, parity: 0 }]))).toBe(
      '03f88a0180808083ffffff941f738d535998ba73b31f38f1ecf6a6ad013eaa208080c08405f5e100e1a00172ff1d4f354eebdb3cd0cb64e41ac584359094373fd5f979bcccbd6072d93680a03d8cacf503f773c3ae4eed2b38ba68859063bc5ad253a4fb456b1295061f1e0ba0616727b04ef78f58d2f521774c6261396fc21eac725ba2a2d89758eae171effb',
    );
  });

  test('EIP-7702, made and signed by viem', () => {
    const unsigned =
      '04f8c20107843b9aca008504a817c800830186a094353535353535353535353535353535353535353501821234f838f7943535353535353535353535353535353535353535e1a01111111111111111111111111111111111111111111111111111111111111111f85cf85a0194be95c3f554e9fc85ec51be69a3d807a0d55bcf2c2801a02c6eb7d1fe10999e8c90c52920c1216e9e427cfb09647bc16a5fa883f8aba335a0100830755aec9c48cfa63b6f9694dbe2a58a52c198fd3e98be7d407fd1e970d0';
    expect(readHex(unsigned).content).toEqual({
      type: 'TYPE_4',
      chainId: 1n,
      nonce: 7n,
      gasPrice: 20_000_000_000n,
      maxFeePerGas: 20_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      gas: 100_000n,
      to,
      value: 1n,
      data: '0x1234',
      accessList: [{ address: to, storageKeys: [key32] }],
      authorizations: [{ chainId: 1n, address: delegate, nonce: 40n, yParity: 1, r, s }],
    });
    expect(signHex(unsigned, '46'.repeat(32))).toBe(
      '04f901050107843b9aca008504a817c800830186a094353535353535353535353535353535353535353501821234f838f7943535353535353535353535353535353535353535e1a01111111111111111111111111111111111111111111111111111111111111111f85cf85a0194be95c3f554e9fc85ec51be69a3d807a0d55bcf2c2801a02c6eb7d1fe10999e8c90c52920c1216e9e427cfb09647bc16a5fa883f8aba335a0100830755aec9c48cfa63b6f9694dbe2a58a52c198fd3e98be7d407fd1e970d080a073b66a1ba080095c07021f813b8543abdf2f6dcd46f906c783132bb42ce0b54ba058dd3566725efcae3095da347bc2d0dc5fd1c9ff18177181f50fb38f360e4034',
    );
  });
});

describe('behavior: what the chain allows is read', () => {
  test('duplicates in an access list, in any order', () => {
    expect(read(encode(2, type2)).content).toMatchObject({
      accessList: [
        { address: to, storageKeys: [key32, key32] },
        { address: to, storageKeys: [] },
      ],
    });
  });

  test.each([0, 1, 2])('type %i may create a contract', (type) => {
    const members = type === 0 ? legacy : fields[type as 1 | 2];
    expect(read(encode(type, { ...members, to: null })).content.to).toBeNull();
  });

  test('the largest values', () => {
    const largest = { nonce: 2n ** 64n - 2n, gas: 2n ** 64n - 1n, value: 2n ** 256n - 1n, chainId: 2n ** 63n - 37n };
    expect(read(encode(1, { ...type1, ...largest })).content).toMatchObject(largest);
    const { sign: assemble } = read(list({ ...legacy, chainId: largest.chainId, r: 0n, s: 0n }));
    const signed = RLP.decode(assemble([{ bytes: new Uint8Array(64).fill(1), parity: 1 }])) as Uint8Array[];
    expect(bytesToHex(signed[6] as Uint8Array)).toBe('ffffffffffffffda');
  });

  test('an authorization for every chain', () => {
    const items = [Object.values({ ...authorization, chainId: 0n })];
    expect(read(encode(4, { ...type4, authorizationList: items })).content).toMatchObject({
      authorizations: [{ chainId: 0n }],
    });
  });

  test('r and s lose their leading zeros', () => {
    const bytes = concatBytes(new Uint8Array(31), Uint8Array.of(7), new Uint8Array(31), Uint8Array.of(8));
    for (const sample of samples) {
      const signed = bytesToHex(read(sample).sign([{ bytes, parity: 0 }]));
      expect(signed.endsWith('0708')).toBe(true);
    }
  });
});

describe('error: RLP that is not canonical', () => {
  // Like the cases of ttWrongRLP in ethereum/tests, for transactions that are not signed.
  const unsigned = bytesToHex(list(legacy));
  const body = unsigned.slice(2);
  /** One byte of it is the length. */
  const long = bytesToHex(list({ ...legacy, data: `0x${'ff'.repeat(100)}` }));
  const cases: readonly (readonly [string, string, string])[] = [
    ['a byte follows', `${unsigned}00`, 'bytes follow its end'],
    ['a second transaction follows', unsigned + unsigned, 'bytes follow its end'],
    ['the last byte is missing', unsigned.slice(0, -2), 'it ends too early'],
    ['a short list with a long length', `f81c${body}`, 'it is not canonical RLP'],
    ['a short list with leading zeros in its length', `f9001c${body}`, 'it is not canonical RLP'],
    ['a length with leading zeros', `f900${long.slice(2)}`, 'it is not canonical RLP'],
    ['a length that is not there', 'f9ff', 'it ends too early'],
    ['a length of 2^64', 'ffffffffffffffffff', 'it ends too early'],
    ['a length that overflows 32 bits', `fb10000000${'00'.repeat(5)}`, 'it ends too early'],
    ['a byte below 0x80 with a length', `dd81${body}`, 'it is not canonical RLP'],
    ['nothing but a list', 'c0', 'it has 0 fields instead of 6 or 9'],
    ['a string as the list', '02820102', 'it is not an RLP list'],
    ['a string that reaches beyond its list', 'c783010203840102', 'it ends too early'],
  ];

  test.each(cases)('%s', (_, hex, problem) => {
    expect(() => readHex(hex)).toThrow(refusal(problem));
  });
});

describe('error: whole transactions', () => {
  test.each([
    ['empty', '', 'it is empty'],
    ['type 0', '00c0', 'its type 0 is not supported'],
    ['an authorization', '05c0', 'its type 5 is not supported'],
    ['another type', '76c0', 'its type 118 is not supported'],
    ['a typed transaction as a string of RLP', 'b80201c0', 'its type 184 is not supported'],
  ])('%s', (_, hex, problem) => {
    expect(() => readHex(hex)).toThrow(refusal(problem));
  });

  test('too large', () => {
    const sized = (bytes: number) => list({ ...legacy, data: `0x${'ff'.repeat(bytes)}` });
    const overhead = sized(70_000).length - 70_000;
    const largest = sized(131_072 - overhead);
    expect(largest).toHaveLength(131_072);
    expect(read(largest).content.data).toHaveLength(2 + 2 * (131_072 - overhead));
    expect(() => read(sized(131_073 - overhead))).toThrow(refusal('it is larger than 131072 bytes'));
  });

  test.each(Object.entries(fields))('already signed, type %s', (type, members) => {
    const signed = encode(Number(type), { ...members, parity: 1n, r, s });
    expect(() => read(signed)).toThrow(refusal('it is already signed'));
  });

  test.each([
    [27n, r, s],
    [37n, r, s],
    [1n, r, 0n],
    [1n, 0n, s],
  ])('already signed, legacy, v is %d', (v, someR, someS) => {
    expect(() => read(list({ ...legacy, v, r: someR, s: someS }))).toThrow(refusal('it is already signed'));
  });

  test.each(samples.map((sample) => [bytesToHex(sample.subarray(0, 1)), sample] as const))(
    'signed by this key before, first byte %s',
    (_, sample) => {
      const { requests, sign: assemble } = read(sample);
      const signed = assemble(requests.map(({ message }) => sign(message)));
      expect(() => read(signed)).toThrow(refusal('it is already signed'));
    },
  );

  test('too few and too many fields', () => {
    const { data: _, ...five } = legacy;
    expect(() => read(list(five))).toThrow(refusal('it has 5 fields instead of 6 or 9'));
    expect(() => read(list({ ...legacy, chainId: 1n }))).toThrow(refusal('it has 7 fields instead of 6 or 9'));
    expect(() => read(encode(2, type1))).toThrow(refusal('it has 8 fields instead of 9'));
    expect(() => read(encode(1, type2))).toThrow(refusal('it has 9 fields instead of 8'));
    // What a node takes: the transaction together with its blobs.
    expect(() =>
      read(concatBytes(Uint8Array.of(3), RLP.encode([Object.values(type3), [], [], []] as RLPInput[]))),
    ).toThrow(refusal('it has 4 fields instead of 11'));
  });
});

/** A type, a field that is replaced, and the problem. */
const wrongFields: readonly (readonly [number, string, unknown, string])[] = [
  [0, 'nonce', Uint8Array.of(0), 'nonce has leading zeros'],
  [0, 'gasPrice', Uint8Array.of(0, 1), 'gasPrice has leading zeros'],
  [0, 'value', [], 'value is a list'],
  [0, 'gas', 2n ** 64n, 'gas is too large'],
  [0, 'nonce', 2n ** 64n - 1n, 'nonce is too large'],
  [0, 'value', 2n ** 256n, 'value is too large'],
  [0, 'gasPrice', 2n ** 256n, 'gasPrice is too large'],
  [0, 'to', '0x35', 'to has 1 bytes instead of 20 or none'],
  [0, 'to', `${to}35`, 'to has 21 bytes instead of 20 or none'],
  [0, 'to', [], 'to is a list'],
  [0, 'data', [], 'data is a list'],
  [1, 'chainId', 0n, 'chainId is 0'],
  [1, 'chainId', 2n ** 63n - 36n, 'chainId is too large'],
  [1, 'accessList', '0x', 'accessList is not a list'],
  [1, 'accessList', [[to]], 'an entry of accessList has 1 fields instead of 2'],
  [1, 'accessList', [to], 'an entry of accessList is not a list'],
  [1, 'accessList', [['0x35', []]], 'an address of accessList has 1 bytes instead of 20'],
  [1, 'accessList', [[to, '0x']], 'storageKeys is not a list'],
  [1, 'accessList', [[to, ['0x11']]], 'a storage key of accessList has 1 bytes instead of 32'],
  [2, 'maxPriorityFeePerGas', 21n, 'maxPriorityFeePerGas is larger than maxFeePerGas'],
  [2, 'maxFeePerGas', 2n ** 256n, 'maxFeePerGas is too large'],
  [3, 'to', null, 'to has 0 bytes instead of 20'],
  [3, 'maxFeePerBlobGas', 2n ** 256n, 'maxFeePerBlobGas is too large'],
  [3, 'blobVersionedHashes', [], 'blobVersionedHashes is empty'],
  [3, 'blobVersionedHashes', ['0x01'], 'a hash of blobVersionedHashes has 1 bytes instead of 32'],
  [3, 'blobVersionedHashes', [versionedHash, key32], 'a hash of blobVersionedHashes does not begin with 01'],
  [4, 'to', null, 'to has 0 bytes instead of 20'],
  [4, 'authorizationList', [], 'authorizationList is empty'],
  [4, 'authorizationList', [[]], 'an authorization has 0 fields instead of 6'],
];

test.each(wrongFields)('error: type %i, %s is %o: %s', (type, name, value, problem) => {
  const members = type === 0 ? legacy : fields[type as 1 | 2 | 3 | 4];
  expect(() => read(encode(type, { ...members, [name]: value }))).toThrow(refusal(problem));
});

test('error: a legacy transaction for chain 0', () => {
  expect(() => read(list({ ...legacy, chainId: 0n, r: 0n, s: 0n }))).toThrow(refusal('chainId is 0'));
});

test.each([
  ['chainId', 2n, 'chainId of an authorization is neither 0 nor that of the transaction'],
  ['address', '0x35', 'address of an authorization has 1 bytes instead of 20'],
  ['nonce', 2n ** 64n - 1n, 'nonce of an authorization is too large'],
  ['yParity', 2n, 'yParity of an authorization is too large'],
  ['r', 0n, 'an authorization is not signed'],
  ['s', 0n, 'an authorization is not signed'],
  ['r', secp256k1.Point.Fn.ORDER, 'r of an authorization is too large'],
  ['s', secp256k1.Point.Fn.ORDER / 2n + 1n, 's of an authorization is too large'],
])('error: an authorization whose %s is %o: %s', (name, value, problem) => {
  const items = [Object.values({ ...authorization, [name]: value })];
  expect(() => read(encode(4, { ...type4, authorizationList: items }))).toThrow(refusal(problem));
});

test('behavior: 1,000 authorizations are read, and error: more are not', () => {
  const many = (count: number) =>
    encode(4, { ...type4, authorizationList: Array(count).fill(type4.authorizationList[0]) });
  expect(read(many(1000)).content).toHaveProperty('authorizations.length', 1000);
  expect(() => read(many(1001))).toThrow(refusal('authorizationList has more than 1000 items'));
});

test('error: 100,000 items where the transaction has none are refused', () => {
  const many = Array(100_000).fill(0n);
  expect(() => read(RLP.encode(many))).toThrow(refusal('it has 100000 fields instead of 6 or 9'));
  expect(() => read(encode(2, { ...type2, accessList: many }))).toThrow(
    refusal('an entry of accessList is not a list'),
  );
});

test('error: deep nesting', () => {
  const deep = new Uint8Array(100_000).fill(0xc1);
  expect(() => read(deep)).toThrow(refusal('bytes follow its end'));
  let nested: RLPInput = [];
  for (let depth = 0; depth < 1000; depth++) nested = [nested];
  expect(() => read(encode(2, { ...type2, accessList: nested }))).toThrow(
    refusal('an entry of accessList has 1 fields instead of 2'),
  );
});
