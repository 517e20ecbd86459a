import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import * as vocabulary from './vocabulary.ts';

const hex = (digits: number) => '0123456789abcdefABCDEF'.repeat(12).slice(0, digits);
const crab = '\u{1f980}';
/** An e-mail address of a number of characters, in labels that are short enough. */
const longEmail = (characters: number) =>
  `${'ada@'.padEnd(characters - 3, `${'a'.repeat(39)}.`)}.io`.replace('..', 'a.');

interface Spellings {
  readonly schema: z.ZodType;
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

/** The words that have a pattern: none of them lets white space or other alphabets through. */
const patterned = {
  id: {
    schema: vocabulary.id('An ID.'),
    accepted: [
      'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14',
      'B8D4F6A2-1C93-4E75-8F0A-D36E5C7B9A14',
      '0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d72',
      '00000000-0000-0000-0000-000000000000',
    ],
    refused: [
      'b8d4f6a21c934e758f0ad36e5c7b9a14',
      '{b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14}',
      'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a1',
      'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a145',
      'g8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14',
      'b8d4f6a2-1c93-4e75-8f0ad-36e5c7b9a14',
    ],
  },
  walletAccountId: {
    schema: vocabulary.walletAccountId('A wallet account.'),
    accepted: ['a51d8f0e-7c36-4b92-8e4d-0f62b9c7d318', 'A51D8F0E-7C36-4B92-8E4D-0F62B9C7D318'],
    refused: ['a51d8f0e7c364b928e4d0f62b9c7d318', 'a51d8f0e-7c36-4b92-8e4d-0f62b9c7d31', 'Savings'],
  },
  oauth2CredentialId: {
    schema: vocabulary.oauth2CredentialId('An OAuth 2.0 client.'),
    accepted: ['d35a7f90-8c1e-4b62-9f47-06e2b8c5a1d3', 'D35A7F90-8C1E-4B62-9F47-06E2B8C5A1D3'],
    refused: ['d35a7f908c1e4b629f4706e2b8c5a1d3', 'd35a7f90-8c1e-4b62-9f47-06e2b8c5a1d', 'Alpha'],
  },
  organizationId: {
    schema: vocabulary.organizationId('An organization.'),
    accepted: ['6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8', '6F1E7A3C-58D2-4C0B-9A41-2B7D90C3E5F8'],
    refused: ['6f1e7a3c58d24c0b9a412b7d90c3e5f8', '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f', 'Analytical Engines'],
  },
  fingerprint: {
    schema: vocabulary.fingerprint('A fingerprint.'),
    accepted: [`sha256:${'0123456789abcdef'.repeat(4)}`],
    refused: [
      '0123456789abcdef'.repeat(4),
      `sha256:${'0123456789ABCDEF'.repeat(4)}`,
      `SHA256:${'0123456789abcdef'.repeat(4)}`,
      `sha512:${'0123456789abcdef'.repeat(8)}`,
      `sha256:${'a'.repeat(63)}`,
      `sha256:${'a'.repeat(65)}`,
      `sha256:${'g'.repeat(64)}`,
    ],
  },
  wholeNumber: {
    schema: vocabulary.wholeNumber('A number.'),
    accepted: ['0', '1', '10', '1767225600000', '999999999999999'],
    refused: ['00', '01', '-1', '+1', '1.0', '1e3', '0x1', '1,000', '1000000000000000'],
  },
  passcodeLifetime: {
    schema: vocabulary.passcodeLifetime('A lifetime.'),
    accepted: ['1', '60', '300', '599', '600'],
    refused: ['0', '601', '700', '1000', '01', '-1', '60.0', '6e1'],
  },
  tokenLifetime: {
    schema: vocabulary.tokenLifetime('A lifetime.'),
    accepted: ['1', '3600', '9999', '79999', '85999', '86399', '86400'],
    refused: ['0', '86401', '86500', '87000', '90000', '100000', '01', '-1', '3600.0'],
  },
  contact: {
    schema: vocabulary.contact('A contact.'),
    accepted: ['ada@example.com', '+14155550123'],
    refused: ['ada', '14155550123', '+0', 'ada@example.com+14155550123', '+14155550123 ada@example.com'],
  },
  magicLink: {
    schema: vocabulary.magicLink('A link.'),
    accepted: ['https://app.example.com/?code=%s', 'http://localhost:8080/{{.OtpCode}}'],
    refused: ['https://app.example.com/', 'javascript:%s', 'https://app.example.com/ %s', '%s'],
  },
  webhookUrl: {
    schema: vocabulary.webhookUrl('A URL.'),
    accepted: [
      'https://app.example.com/webhooks?key=1',
      'http://localhost:3000/',
      `https://a.example/${'a'.repeat(2030)}`,
    ],
    refused: ['ftp://a.example/', 'a.example', 'https://', 'https://a b', `https://a.example/${'a'.repeat(2031)}`],
  },
  rfc3339: {
    schema: vocabulary.rfc3339('A time.'),
    accepted: [
      '2026-01-01T00:00:00Z',
      '2026-12-31T23:59:59.999999999Z',
      '2024-02-29T12:00:00.5Z',
      '2000-02-29T00:00:00Z',
      '2026-04-30T00:00:00Z',
    ],
    refused: [
      '2026-01-01T00:00:00',
      '2026-01-01T00:00:00z',
      '2026-01-01t00:00:00Z',
      '2026-01-01 00:00:00Z',
      '2026-01-01T00:00:00+00:00',
      '2026-01-01T00:00:00.Z',
      '2026-01-01T00:00:00.0000000000Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:60:00Z',
      '2026-01-01T00:00:60Z',
      '2026-00-01T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-00T00:00:00Z',
      '2026-01-32T00:00:00Z',
      '26-01-01T00:00:00Z',
    ],
  },
  seconds: {
    schema: vocabulary.seconds('A lifetime.'),
    accepted: ['1', '900', '9999999999'],
    refused: ['0', '0900', '-1', '900.5', '900s', '10000000000'],
  },
  apiKeyLifetime: {
    schema: vocabulary.apiKeyLifetime('A lifetime.'),
    accepted: ['1', '900', '9999999999'],
    refused: ['0', '0900', '-1', '900.5', '900s', '10000000000'],
  },
  atomicAmount: {
    schema: vocabulary.atomicAmount('An amount.'),
    accepted: ['0', '1', '250000000', String(2n ** 256n - 1n)],
    refused: ['00', '01', '-1', '1.5', '1e18', '0x1', `1${'0'.repeat(78)}`],
  },
  fraction: {
    schema: vocabulary.fraction('A share.'),
    accepted: ['0', '1', '0.0812', '-0.01', '12.5', '0.0'],
    refused: ['.5', '5.', '00.1', '+0.1', '1e-2', '8.12%', '0,0812', '--1', '-'],
  },
  yieldFeeBps: {
    schema: vocabulary.yieldFeeBps('A fee.'),
    accepted: ['0', '1', '10', '999', '1000', '3999', '4000'],
    refused: ['', '-1', '01', '4001', '5000', '10000', '1.5', ' 1'],
  },
  positiveAmount: {
    schema: vocabulary.positiveAmount('An amount.'),
    accepted: ['1', '10', '9'.repeat(78)],
    refused: ['', '0', '01', '-1', '1.5', '1e3', '9'.repeat(79)],
  },
  amountOrMax: {
    schema: vocabulary.amountOrMax('An amount.'),
    accepted: ['max', '1', '250000000', '9'.repeat(78)],
    refused: ['', '0', 'MAX', 'max ', '1max', '-1', '9'.repeat(79)],
  },
  feeBps: {
    schema: vocabulary.feeBps('A fee.'),
    accepted: ['0', '1', '9', '10', '99', '100', '499', '500'],
    refused: ['00', '01', '-1', '501', '510', '600', '1000', '0.5'],
  },
  email: {
    schema: vocabulary.email('An e-mail address.'),
    accepted: [
      'ada@example.com',
      'ada+test@mail.example.co.uk',
      "o'neil@example.com",
      'a@b.c',
      `${'a'.repeat(64)}@example.com`,
      `ada@${'a'.repeat(63)}.com`,
      longEmail(254),
    ],
    refused: [
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'ada@@example.com',
      'ada@-example.com',
      'ada@example-.com',
      'ada@example..com',
      'ada@.example.com',
      'ada@example.com.',
      'ada lovelace@example.com',
      'ada@exämple.com',
      'Ada <ada@example.com>',
      `${'a'.repeat(65)}@example.com`,
      `ada@${'a'.repeat(64)}.com`,
      longEmail(255),
      longEmail(2_810),
    ],
  },
  emailOrEmpty: {
    schema: vocabulary.emailOrEmpty('An e-mail address.'),
    accepted: ['', 'ada@example.com', `ada@${'a'.repeat(63)}.com`, longEmail(254)],
    refused: [
      'ada',
      '@',
      'ada@example',
      'ada@example.com,ada@example.com',
      `${'a'.repeat(65)}@example.com`,
      longEmail(255),
    ],
  },
  phoneNumber: {
    schema: vocabulary.phoneNumber('A phone number.'),
    accepted: ['+15555550123', '+1234567', '+123456789012345'],
    refused: [
      '15555550123',
      '+05555550123',
      '+123456',
      '+1234567890123456',
      '+1 5555550123',
      '+1-555-555-0123',
      '++1555555',
    ],
  },
  phoneNumberOrEmpty: {
    schema: vocabulary.phoneNumberOrEmpty('A phone number.'),
    accepted: ['', '+15555550123', '+1234567', '+123456789012345'],
    refused: ['+', '15555550123', '+123456', '+1234567890123456', '+15555550123+15555550123'],
  },
  hexBytes: {
    schema: vocabulary.hexBytes('Bytes.'),
    accepted: ['00', 'ff', 'FF', hex(22), hex(254)],
    refused: ['0', 'fff', '0xff', 'fg', 'ff ff'],
  },
  prefixedHexBytes: {
    schema: vocabulary.prefixedHexBytes('Bytes.'),
    accepted: ['00', 'ff', '0xff', 'FF', '0xFF', hex(254), `0x${hex(254)}`],
    refused: ['0', '0x', '0x0', '0Xff', 'fff', '0xfg', '0x0xff', 'ff ff'],
  },
  callData: {
    schema: vocabulary.callData('Call data.'),
    accepted: ['0x', '00', '0xff', 'FF', `0x${hex(254)}`],
    refused: ['', '0', '0x0', '0X', '0Xff', 'fff', '0xfg', '0x0x', 'ff ff'],
  },
  signaturePart: {
    schema: vocabulary.signaturePart('Half of a signature.'),
    accepted: ['0'.repeat(64), '0123456789abcdef'.repeat(4)],
    refused: ['0'.repeat(63), '0'.repeat(65), 'F'.repeat(64), `0x${'0'.repeat(64)}`],
  },
  signatureParity: {
    schema: vocabulary.signatureParity('The parity.'),
    accepted: ['00', '01'],
    refused: ['0', '1', '02', '1b', '0x00'],
  },
  evmHash: {
    schema: vocabulary.evmHash('A hash.'),
    accepted: [`0x${hex(64)}`, `0x${'0'.repeat(64)}`],
    refused: [hex(64), `0X${hex(64)}`, `0x${hex(63)}`, `0x${hex(65)}`, `0x${hex(63)}g`],
  },
  evmAddress: {
    schema: vocabulary.evmAddress('An address.'),
    accepted: [
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      '0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266',
    ],
    refused: [hex(40), `0X${hex(40)}`, `0x${hex(39)}`, `0x${hex(41)}`, `0x${hex(39)}g`, 'ada.eth'],
  },
  contractAddress: {
    schema: vocabulary.contractAddress('An address.'),
    accepted: [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      '11111111111111111111111111111111',
    ],
    refused: [
      hex(40),
      `0X${hex(40)}`,
      `0x${hex(39)}`,
      `0x${hex(41)}`,
      '1'.repeat(31),
      '1'.repeat(45),
      `${'1'.repeat(31)}0`,
      `${'1'.repeat(31)}l`,
      'ada.eth',
    ],
  },
  caip19: {
    schema: vocabulary.caip19('An asset.'),
    accepted: [
      'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      'eip155:1/slip44:60',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769',
      `abc:${'a'.repeat(32)}/abc:${'a'.repeat(128)}/${'a'.repeat(78)}`,
    ],
    refused: [
      'eip155:1',
      'eip155:1/erc20',
      'eip155/erc20:0x00',
      'EIP155:1/erc20:0x00',
      'ab:1/erc20:0x00',
      'abcdefghi:1/erc20:0x00',
      'eip155:1/erc20:',
      'eip155:1/erc20:0x00/',
      `eip155:${'1'.repeat(33)}/erc20:0x00`,
      `eip155:1/erc20:${'a'.repeat(129)}`,
      `eip155:1/erc20:a/${'a'.repeat(79)}`,
    ],
  },
  apiPublicKey: {
    schema: vocabulary.apiPublicKey('A key.'),
    accepted: [`02${hex(64)}`, `03${hex(64)}`, hex(64)],
    refused: [`04${hex(64)}`, `04${hex(128)}`, `0x${hex(64)}`, hex(63), hex(65), `02${hex(63)}`, `02${hex(65)}`],
  },
  p256PublicKey: {
    schema: vocabulary.p256PublicKey('A key.'),
    accepted: [`02${hex(64)}`, `03${hex(64)}`],
    refused: [hex(64), `04${hex(64)}`, `04${hex(128)}`, `0x02${hex(64)}`, `02${hex(63)}`, `02${hex(65)}`],
  },
  targetPublicKey: {
    schema: vocabulary.targetPublicKey('A key.'),
    accepted: [`04${hex(128)}`, `02${hex(64)}`, `03${hex(64)}`],
    refused: [`04${hex(64)}`, `02${hex(128)}`, hex(128), `04${hex(127)}`, `04${hex(129)}`, `05${hex(128)}`],
  },
  compactSignature: {
    schema: vocabulary.compactSignature('A signature.'),
    accepted: [hex(128)],
    refused: [hex(127), hex(129), hex(130), `0x${hex(126)}`, `${hex(127)}g`],
  },
  base64url: {
    schema: vocabulary.base64url('Bytes.'),
    accepted: ['n6LVELN7iSF5ZWcJqgpATFzcd-NM8x3OyadsHiUQ3X4', 'AA', 'AAA', 'AAAA', '-_'],
    refused: ['A', 'AAAAA', 'AA==', 'A+', 'A/', 'A.A'],
  },
  base64: {
    schema: vocabulary.base64('Bytes.'),
    accepted: ['bWludG1hcms=', 'AA==', 'AAAA', '+/+/'],
    refused: ['A', 'AA', 'AAA', 'AA=', 'A===', '====', 'AAAA=', '-_-_', 'AA==AAAA'],
  },
  jwt: {
    schema: vocabulary.jwt('A token.'),
    accepted: ['eyJhbGciOiJFUzI1NiJ9.eyJleHAiOjF9.QZYmrAT6', 'a.b.c', 'a-.b_.c'],
    refused: ['a', 'a.b', 'a.b.', '.b.c', 'a..c', 'a.b.c.d', 'a.b.c=', 'a.b.+'],
  },
  bip32Path: {
    schema: vocabulary.bip32Path('A path.'),
    accepted: ["m/44'/60'/0'/0/0", 'm/0', "m/2147483647'", 'm/9999999999', `m${'/0'.repeat(255)}`],
    refused: [
      `m${'/0'.repeat(256)}`,
      'm',
      'm/',
      '44/60',
      'M/0',
      'm/00',
      'm/01',
      'm/-1',
      'm/0h',
      "m/0''",
      'm//0',
      'm/0/',
      'm/*',
      'm/10000000000',
    ],
  },
  pageLimit: {
    schema: vocabulary.pageLimit('A limit.'),
    accepted: ['1', '9', '10', '99', '100'],
    refused: ['0', '00', '01', '101', '110', '200', '1000', '-1', '1e1', '1.0'],
  },
} satisfies Record<string, Spellings>;

const free = {
  text: {
    schema: vocabulary.text('Text.'),
    accepted: ['', ' ', '\n', '\u0000', crab.repeat(1000)],
    refused: [],
  },
  nonEmptyText: {
    schema: vocabulary.nonEmptyText('Text.'),
    accepted: [' ', '\n', crab.repeat(1000)],
    refused: [''],
  },
  remarks: {
    schema: vocabulary.remarks('Remarks.'),
    accepted: ['', 'a\nb', crab.repeat(4096)],
    refused: ['a'.repeat(4097)],
  },
  contractInterface: {
    schema: vocabulary.contractInterface('An ABI.'),
    accepted: ['[]', ' '.repeat(400_000)],
    refused: ['', ' '.repeat(400_001)],
  },
  boundedText: {
    schema: vocabulary.boundedText('Text.', 3),
    accepted: ['a', 'abc', '\n\n\n', 'äöü', crab.repeat(3)],
    refused: ['', 'abcd', crab.repeat(4)],
  },
  label: {
    schema: vocabulary.label('A name.', 'Ada'),
    accepted: ['a', 'Ada Lovelace', '愛', '\u00a0', 'می‌خواهم', '👩‍👩‍👧 ❤️', 'a'.repeat(256), crab.repeat(256)],
    refused: [
      '',
      '   ',
      'a'.repeat(257),
      crab.repeat(257),
      'Ada\n',
      '\tAda',
      '\u0000',
      '\u001f',
      '\u007f',
      '\u0080',
      '\u009f',
      'Ada\u202e',
      'A\u200bda',
      '\ufeffAda',
      '\u200d',
      ' \ufe0f',
    ],
  },
  storedLabel: {
    schema: vocabulary.storedLabel('A name.', 'Ada'),
    accepted: ['a', 'Ada\u202e', 'A\u200bda', 'a'.repeat(256)],
    refused: ['', '   ', 'a'.repeat(257), 'Ada\n', '\u0000'],
  },
  storedLabelOrEmpty: {
    schema: vocabulary.storedLabelOrEmpty('A name.', 'Ada'),
    accepted: ['', 'a', 'Ada\u202e'],
    refused: ['   ', 'a'.repeat(257), 'Ada\n'],
  },
  labelOrEmpty: {
    schema: vocabulary.labelOrEmpty('A name.', 'Ada'),
    accepted: ['', 'a', 'Ada Lovelace', 'a'.repeat(256)],
    refused: ['   ', 'a'.repeat(257), '\n', 'Ada\n', '\tAda', '\u0000', '\u2067Ada'],
  },
} satisfies Record<string, Spellings>;

const rows: [word: string, spellings: Spellings][] = Object.entries({ ...patterned, ...free });

describe.each(rows)('%s', (_word, { schema, accepted, refused }) => {
  const accepts = (value: unknown) => schema.safeParse(value).success;

  test('default', () => {
    for (const value of accepted)
      expect(schema.safeParse(value), JSON.stringify(value)).toEqual({ success: true, data: value });
  });

  test('error: other spellings', () => {
    for (const value of refused) expect(accepts(value), JSON.stringify(value)).toBe(false);
  });

  test('error: other types', () => {
    for (const value of [undefined, null, 1, true, [], {}]) expect(accepts(value), JSON.stringify(value)).toBe(false);
  });
});

describe.each(Object.entries(patterned))('%s', (word, { schema, accepted }) => {
  const around = ['\n', '\r\n', ' ', '\t', '\u0000', '\u00a0', '\u200b', 'é', '１', crab];

  test('error: anything before or after it', () => {
    for (const value of accepted) {
      for (const stranger of around) {
        for (const spelling of [value + stranger, stranger + value]) {
          expect(schema.safeParse(spelling).success, JSON.stringify(spelling)).toBe(false);
        }
      }
    }
  });

  test('behavior: the empty string is for bytes that are not there, and where the word says so', () => {
    expect(schema.safeParse('').success).toBe(word === 'base64' || word.endsWith('OrEmpty'));
  });

  test('behavior: brings an example that it accepts', () => {
    const examples = schema.meta()?.['examples'];
    expect(examples).toEqual([expect.any(String)]);
    for (const example of examples as string[]) expect(schema.safeParse(example).success).toBe(true);
  });
});

describe('flag', () => {
  const schema = vocabulary.flag('A truth.');

  test.each([true, false])('default: %s', (value) => {
    expect(schema.parse(value)).toBe(value);
  });

  test.each(['true', 'false', '', 0, 1, null, undefined])('error: %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

describe('vocabulary', () => {
  test('default: every word is tested', () => {
    expect([...rows.map(([word]) => word), 'flag'].toSorted()).toEqual(Object.keys(vocabulary).toSorted());
  });

  test.each(Object.entries(vocabulary))('behavior: %s keeps the description of its field', (_word, define) => {
    const schema = (define as (...words: unknown[]) => z.ZodType)('A field.', 3);
    expect(schema.description).toBe('A field.');
  });
});

test.each([
  ['Ada\u202enimda', 'has the invisible character U+202E'],
  ['Ad\u0007a', 'has the invisible character U+0007'],
  ['  ', 'has no visible character'],
  ['\u200d', 'has no visible character'],
])('error: the name %j is refused with the reason', (name, reason) => {
  for (const schema of [vocabulary.label('A name.', 'Ada'), vocabulary.labelOrEmpty('A name.', 'Ada')])
    expect(schema.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([reason]);
});
