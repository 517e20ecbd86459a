import { createRandom } from '@mintmark/testing/random';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { mail, mailDigest } from '../../test/eip-712-mail.ts';
import { ChainError } from '../chain-error.ts';
import { hashTypedData } from './typed-data.ts';

const digestOf = (data: unknown) => bytesToHex(hashTypedData(JSON.stringify(data)).digest);
const refusal = (message: string) => expect.objectContaining({ code: 'INVALID_PAYLOAD', message });
const hash = (data: unknown) => () => hashTypedData(JSON.stringify(data));

/** Typed data with one member of a type. */
const single = (type: string, value: unknown, types: object = {}) => ({
  types: { Order: [{ name: 'it', type }], ...types },
  primaryType: 'Order',
  domain: {},
  message: { it: value },
});
const read = (type: string, value: unknown, types?: object) =>
  hashTypedData(JSON.stringify(single(type, value, types))).content.message['it'];

test('default: the example of EIP-712', () => {
  const { digest, content } = hashTypedData(JSON.stringify(mail));
  expect(bytesToHex(digest)).toBe(mailDigest);
  expect(content).toEqual({
    primaryType: 'Mail',
    domain: {
      name: 'Ether Mail',
      version: '1',
      chainId: 1n,
      verifyingContract: '0xcccccccccccccccccccccccccccccccccccccccc',
    },
    message: {
      from: { name: 'Cow', wallet: '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826' },
      to: { name: 'Bob', wallet: '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' },
      contents: 'Hello, Bob!',
    },
  });
});

describe('behavior: the domain', () => {
  const { EIP712Domain, ...types } = mail.types;

  test('its type is made from its members where it is left out', () => {
    expect(digestOf({ ...mail, types })).toBe(mailDigest);
  });

  test('its declared order is kept', () => {
    expect(digestOf({ ...mail, types: { ...types, EIP712Domain: EIP712Domain.toReversed() } })).not.toBe(mailDigest);
  });

  test('its chain id may be a string', () => {
    for (const chainId of ['1', '0x1', '0x01'])
      expect(digestOf({ ...mail, domain: { ...mail.domain, chainId } })).toBe(mailDigest);
  });

  test('error: a member that its type does not have, and one that it lacks', () => {
    expect(hash({ ...mail, domain: { ...mail.domain, salt: `0x${'00'.repeat(32)}` } })).toThrow(
      refusal('invalid payload: domain has the member "salt", which its type does not have'),
    );
    const { version: _, ...domain } = mail.domain;
    expect(hash({ ...mail, domain })).toThrow(refusal('invalid payload: domain has no member version'));
    expect(hash({ ...mail, types, domain: { ...mail.domain, chain: 1 } })).toThrow(
      refusal('invalid payload: domain has the member "chain", which its type does not have'),
    );
  });

  test('error: a member of another type than that of the standard', () => {
    const declared = [{ name: 'chainId', type: 'string' }];
    expect(hash({ ...mail, types: { ...types, EIP712Domain: declared }, domain: { chainId: '1' } })).toThrow(
      refusal('invalid payload: types.EIP712Domain has a member that is not in the standard'),
    );
  });

  test('error: it is the primary type', () => {
    expect(hash({ ...mail, primaryType: 'EIP712Domain' })).toThrow(
      refusal('invalid payload: primaryType is EIP712Domain, so there is no message'),
    );
  });
});

test.each([
  ['uint8', 255, 255n],
  ['uint256', '0xFF', 255n],
  ['uint256', (2n ** 256n - 1n).toString(), 2n ** 256n - 1n],
  ['int8', -128, -128n],
  ['int256', (-(2n ** 255n)).toString(), -(2n ** 255n)],
  ['bool', false, false],
  ['string', 'ÄÖ', 'ÄÖ'],
  ['bytes', '0xAB', '0xab'],
  ['bytes', '0x', '0x'],
  ['bytes3', '0xABcdEF', '0xabcdef'],
  ['address', '0xCD2A3D9F938E13CD947EC05ABC7FE734DF8DD826', '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'],
  ['uint8[]', [1, '2'], [1n, 2n]],
  ['uint8[2][]', [[1, 2]], [[1n, 2n]]],
  ['uint8[]', [], []],
])('behavior: %s is read from %j', (type, value, expected) => {
  expect(read(type, value)).toEqual(expected);
});

test.each([
  ['uint256', (2n ** 256n).toString(), `message.it is not from 0 to ${2n ** 256n - 1n}`],
  ['uint256', `0x1${'0'.repeat(64)}`, 'message.it is not an integer of at most 256 bits'],
  ['uint256', '9'.repeat(100_000), 'message.it is not an integer of at most 256 bits'],
  ['uint8', 256, 'message.it is not from 0 to 255'],
  ['uint8', -1, 'message.it is not from 0 to 255'],
  ['int8', 128, 'message.it is not from -128 to 127'],
  ['int8', -129, 'message.it is not from -128 to 127'],
  ['uint256', 2 ** 53, 'message.it is beyond 2^53: send it as a string'],
  ['uint256', 1.5, 'message.it is not an integer'],
  ['uint256', '', 'message.it is not an integer of at most 256 bits'],
  ['uint256', ' 1', 'message.it is not an integer of at most 256 bits'],
  ['uint256', '01', 'message.it is not an integer of at most 256 bits'],
  ['uint256', '0b1', 'message.it is not an integer of at most 256 bits'],
  ['uint256', '0x', 'message.it is not an integer of at most 256 bits'],
  ['uint256', true, 'message.it is not an integer of at most 256 bits'],
  ['uint256', null, 'message.it is not an integer of at most 256 bits'],
  ['bool', 1, 'message.it is neither true nor false'],
  ['bool', 'true', 'message.it is neither true nor false'],
  ['string', 1, 'message.it is not a string'],
  ['bytes', '0xa', 'message.it is not 0x followed by bytes in hex'],
  ['bytes', 'aa', 'message.it is not 0x followed by bytes in hex'],
  ['bytes', '0Xaa', 'message.it is not 0x followed by bytes in hex'],
  ['bytes', [1], 'message.it is not 0x followed by bytes in hex'],
  ['bytes3', '0xaabb', 'message.it has 2 bytes instead of 3'],
  ['bytes3', '0xaabbccdd', 'message.it has 4 bytes instead of 3'],
  ['address', '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd8', 'message.it has 19 bytes instead of 20'],
  ['address', '0xcD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826', 'message.it has a wrong checksum'],
  ['uint8[]', {}, 'message.it is not a list'],
  ['uint8[2]', [1], 'message.it has 1 items instead of 2'],
  ['uint8[99999999999999999999]', [], 'message.it has 0 items instead of 99999999999999999999'],
  ['uint8[2][]', [[1, 2], [3]], 'message.it[1] has 1 items instead of 2'],
])('error: a value of %s that is not one: %j', (type, value, problem) => {
  expect(hash(single(type, value))).toThrow(refusal(`invalid payload: ${problem}`));
});

test.each([
  'uint',
  'int',
  'uint7',
  'uint0',
  'uint08',
  'uint264',
  'bytes0',
  'bytes33',
  'fixed',
  'Missing',
  'constructor',
])('error: the type %s is not defined', (type) => {
  expect(hash(single(type, 1))).toThrow(
    refusal(`invalid payload: types.Order has the member it of the type ${type}, which is not defined`),
  );
});

test.each([
  '',
  'uint8[',
  'uint8[]]',
  'uint8[0]',
  'uint8[01]',
  'uint8[-1]',
  'a b',
  'a,b',
  'A(',
  '[]',
  'ä',
  'A'.repeat(300),
])('error: %j is not a type', (type) => {
  expect(hash(single(type, 1))).toThrow(refusal('invalid payload: types.Order[0].type is not a type'));
});

describe('a struct name with a colon', () => {
  const types = {
    'Exchange:Send': [
      { name: 'amount', type: 'string' },
      { name: 'time', type: 'uint64' },
    ],
  };
  const message = { amount: '1', time: 1_700_000_000_000 };
  const send = { types, primaryType: 'Exchange:Send', domain: { name: 'Exchange', chainId: 1 }, message };

  test('behavior: the primary type may have one', () => {
    // As viem 2.57.1 and ethers 6.17.0 hash it.
    expect(digestOf(send)).toBe('d767efe8bc3ecca9bb9c0138f91bc50f2bce9ae55435dbb82a9e3787dec9d13e');
    expect(hashTypedData(JSON.stringify(send)).content.primaryType).toBe('Exchange:Send');
  });

  test('error: the type of a member', () => {
    expect(hash(single('Exchange:Send', message, types))).toThrow(
      refusal('invalid payload: types.Order[0].type is not a type'),
    );
  });
});

test.each(['uint256', 'bytes32', 'address', 'uint', 'a b', 'A[]', '1', ':A', 'A(uint8 b)', 'é'])(
  'error: no struct can have the name %j',
  (name) => {
    expect(hash(single('uint8', 1, { [name]: [] }))).toThrow(
      refusal(`invalid payload: types has the name ${JSON.stringify(name)}, which no struct can have`),
    );
  },
);

test('error: a type that contains itself, also through others and in lists', () => {
  const node = (type: string) => [{ name: 'next', type }];
  expect(hash(single('Node', {}, { Node: node('Node') }))).toThrow(
    refusal('invalid payload: types.Node contains itself'),
  );
  expect(hash(single('uint8', 1, { A: node('B[]'), B: node('A[2]') }))).toThrow(
    refusal('invalid payload: types.A contains itself'),
  );
});

test('error: members that are missing or that the type does not have', () => {
  const { contents: _, ...message } = mail.message;
  expect(hash({ ...mail, message })).toThrow(refusal('invalid payload: message has no member contents'));
  expect(hash({ ...mail, message: { ...mail.message, cc: 1 } })).toThrow(
    refusal('invalid payload: message has the member "cc", which its type does not have'),
  );
  expect(hash({ ...mail, message: { ...mail.message, to: { name: 'Bob' } } })).toThrow(
    refusal('invalid payload: message.to has no member wallet'),
  );
  expect(hash({ ...mail, extra: 1 })).toThrow(
    refusal('invalid payload: it has the member "extra", which its type does not have'),
  );
  expect(hash({ ...mail, message: null })).toThrow(refusal('invalid payload: message is not an object'));
  expect(hash({ ...mail, domain: [] })).toThrow(refusal('invalid payload: domain is not an object'));
});

test('error: types that are malformed', () => {
  expect(hash({ ...mail, types: [] })).toThrow(refusal('invalid payload: types is not an object'));
  expect(hash({ ...mail, types: { Mail: {} } })).toThrow(refusal('invalid payload: types.Mail is not a list'));
  expect(hash({ ...mail, types: { Mail: [{ name: 'a' }] } })).toThrow(
    refusal('invalid payload: types.Mail[0] has no member type'),
  );
  expect(hash({ ...mail, types: { Mail: [{ name: 'a b', type: 'uint8' }] } })).toThrow(
    refusal('invalid payload: types.Mail[0].name is not an identifier'),
  );
  const member = { name: 'a', type: 'uint8' };
  expect(hash({ ...mail, types: { Mail: [member, member] } })).toThrow(
    refusal('invalid payload: types.Mail has two members of the same name'),
  );
  expect(hash({ ...mail, primaryType: 'Letter' })).toThrow(refusal('invalid payload: primaryType is not one of types'));
  expect(hash({ ...mail, primaryType: 1 })).toThrow(refusal('invalid payload: primaryType is not a string'));
});

test.each([
  ['', 'it is not valid JSON'],
  ['[]', 'it is not a JSON object'],
  ['{"message":1,"message":2}', 'it has the member "message" twice'],
  ['{"__proto__":{}}', 'it has a member __proto__, which is not allowed'],
  [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'it is nested more than 32 levels deep'],
  ['{"a":"\ud800"}', 'it has half a surrogate pair'],
  [' '.repeat(131_073), 'it is longer than 131072 characters'],
])('error: a text that is not one JSON object: %.40j', (text, problem) => {
  expect(() => hashTypedData(text)).toThrow(refusal(`invalid payload: ${problem}`));
});

test('behavior: 5,000 mutated texts are refused or hashed', () => {
  const random = createRandom(15);
  const text = JSON.stringify({ ...mail, types: { ...mail.types, Other: [{ name: 'many', type: 'int16[2][]' }] } });
  const pieces = ['"', '{', '}', '[', ']', ',', '0', '-', 'uint8', 'Mail', 'bytes', '[]', 'null', '\\u0000', 'é', ''];
  const counts = { refused: 0, hashed: 0 };
  for (let index = 0; index < 5000; index++) {
    const at = random(text.length);
    const mutated = text.slice(0, at) + pieces[random(pieces.length)] + text.slice(at + random(8));
    try {
      expect(hashTypedData(mutated).digest).toHaveLength(32);
      counts.hashed++;
    } catch (error) {
      expect(error).toBeInstanceOf(ChainError);
      expect(error).toHaveProperty('code', 'INVALID_PAYLOAD');
      counts.refused++;
    }
  }
  expect(counts.hashed).toBeGreaterThan(0);
  expect(counts.refused).toBeGreaterThan(0);
  expect(counts.hashed + counts.refused).toBe(5000);
});

test('behavior: a member called __proto__ stays a member of the type, and no message can have it', () => {
  expect(hash({ ...single('uint8', 1), types: { Order: [{ name: '__proto__', type: 'uint8' }] } })).toThrow(
    refusal('invalid payload: message has no member __proto__'),
  );
});

test('error: short texts that would take much hashing', () => {
  const problem = refusal('invalid payload: it has too many values, or types that are too long');
  expect(hash(single('uint8[][]', Array(5000).fill([])))).toThrow(problem);
  expect(hash(single('Empty[]', Array(5000).fill({}), { Empty: [] }))).toThrow(problem);
  // Each type refers to all that follow it, so that they take hashing with the cube of their number.
  const names = Array.from({ length: 56 }, (_, index) => `Type_${10_000 + index}`);
  const after = (index: number) => names.slice(index + 1);
  const types = names.map((name, index) => [name, after(index).map((type) => ({ name: type, type: `${type}[]` }))]);
  const values = names.map((name, index) => [name, Object.fromEntries(after(index).map((type) => [type, []]))]);
  const data = {
    types: { ...Object.fromEntries(types), All: names.map((name) => ({ name, type: name })) },
    primaryType: 'All',
    domain: {},
    message: Object.fromEntries(values),
  };
  expect(JSON.stringify(data).length).toBeLessThan(131_072);
  expect(hash(data)).toThrow(problem);
});
