import type { Vector } from '@mintmark/testing/vector';
import { base64url } from './cast.ts';
import { invalid, type VectorFile, valid } from './vector.ts';

export function makeEncodings(): VectorFile {
  return {
    title: 'Strict encodings',
    notes: [
      'Texts and bytes that decoders in use read differently, or leniently.',
      'output is the decoded bytes in hex, or the decoded text. The input of utf8 and ecdsaDer is bytes in hex.',
    ],
    vectors: [...hexVectors(), ...base64urlVectors(), ...utf8Vectors(), ...derVectors()],
  };
}

const refuseAll = (check: string, member: string, cases: { readonly [name: string]: string }): Vector[] =>
  Object.entries(cases).map(([name, given]) => invalid(`${check}: ${name}`, check, { [member]: given }, 'MALFORMED'));
const acceptAll = (
  check: string,
  member: string,
  cases: { readonly [name: string]: readonly [string, string] },
): Vector[] =>
  Object.entries(cases).map(([name, [given, output]]) =>
    valid(`${check}: ${name}`, check, { [member]: given }, output),
  );

function hexVectors(): Vector[] {
  return [
    ...acceptAll('hex', 'text', {
      nothing: ['', ''],
      'lower case': ['00ff1a', '00ff1a'],
      'upper case': ['00FF1A', '00ff1a'],
    }),
    ...refuseAll('hex', 'text', {
      'an odd number of digits': 'abc',
      'a character that is no digit': '00gg',
      'a bad character behind good ones': '00ffzz',
      '0x before it': '0x00',
      'a space inside': '00 ff',
      'a line end behind it': '00ff\n',
      'full-width digits': '００',
    }),
  ];
}

function base64urlVectors(): Vector[] {
  return [
    ...acceptAll('base64url', 'text', {
      nothing: ['', ''],
      'one byte': ['_w', 'ff'],
      'two bytes': ['__8', 'ffff'],
      'three bytes': ['-_-_', 'fbffbf'],
      text: [base64url('mintmark'), '6d696e746d61726b'],
    }),
    ...refuseAll('base64url', 'text', {
      'one character': 'A',
      'five characters': 'AAAAA',
      padding: '_w==',
      'plain base64': '+/+/',
      'spare bits of one byte': '_x',
      'spare bits of two bytes': '__9',
      'a space inside': '-_ -_',
      'a line end behind it': '-_-_\n',
      'a dot': 'AA.A',
      'a letter beyond ASCII': 'AAAé',
    }),
  ];
}

function utf8Vectors(): Vector[] {
  return [
    ...acceptAll('utf8', 'bytes', {
      nothing: ['', ''],
      ASCII: ['6f6b', 'ok'],
      'four bytes': ['f09f9491', '🔑'],
      'a byte order mark, which stays': ['efbbbf6f6b', '\ufeffok'],
    }),
    ...refuseAll('utf8', 'bytes', {
      'a byte that never occurs': 'ff',
      'a continuation alone': '80',
      'a sequence cut short': 'e282',
      'an overlong zero': 'c080',
      'an overlong slash': 'e080af',
      'a surrogate': 'eda080',
      'beyond the last code point': 'f4908080',
    }),
  ];
}

function derVectors(): Vector[] {
  const one = '020101';
  const pair = (r: string, s: string) => r.padStart(64, '0') + s.padStart(64, '0');
  const full = `00${'ff'.repeat(32)}`;
  return [
    ...acceptAll('ecdsaDer', 'bytes', {
      'small numbers': [`3006${one}${one}`, pair('01', '01')],
      zero: [`3006020100${one}`, pair('00', '01')],
      'a number with a high first bit': [`300702020080${one}`, pair('80', '01')],
      'the longest numbers': [`3046${`0221${full}`.repeat(2)}`, 'ff'.repeat(64)],
    }),
    ...refuseAll('ecdsaDer', 'bytes', {
      nothing: '',
      'an empty sequence': '3000',
      'one number': `3003${one}`,
      'three numbers': `3009${one}${one}${one}`,
      'a byte behind the sequence': `3006${one}${one}00`,
      'a length beyond the end': `3007${one}${one}`,
      'a length short of the end': `3005${one}${one}`,
      'a long form for a short length': `308106${one}${one}`,
      'an indefinite length': `3080${one}${one}0000`,
      'a length of five bytes': `3084ffffffff${one}${one}`,
      'another tag around': `3106${one}${one}`,
      'another tag inside': `3006${one}040101`,
      'a number without bytes': `30050200${one}`,
      'a negative number': `3006020180${one}`,
      'a superfluous zero byte': `300702020001${one}`,
      'a number of 33 bytes': `30260221${'01'.repeat(33)}${one}`,
    }),
  ];
}
