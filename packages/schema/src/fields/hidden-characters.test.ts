import { describe, expect, test } from 'vitest';
import { codePointName, findHidden, isHidden, replaceHidden } from './hidden-characters.ts';

/** Control characters, ends of lines, marks of direction, annotations, and whatever Unicode says programs may leave out. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const joiner = /[\p{Join_Control}\p{Variation_Selector}]/u;

const plane = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const namesOf = (characters: readonly string[]) => characters.map((each) => codePointName(each.charCodeAt(0)));

describe('isHidden', () => {
  test('default: what nobody sees, as Unicode defines it, without joiners and variation selectors', () => {
    expect(namesOf(plane.filter(isHidden))).toEqual(
      namesOf(plane.filter((each) => unseen.test(each) && !joiner.test(each))),
    );
  });

  test.each(['Ada Lovelace', 'می‌خواهم', 'क्‍ष', '👩‍👩‍👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '葛󠄀', 'e\u0301', '\u00a0\u3000'])(
    'behavior: not %s',
    (text) => expect(findHidden(text)).toBeUndefined(),
  );
});

test('behavior: names the first hidden character, and replaces all of them', () => {
  expect(findHidden('a\u200bb\u202e')).toBe('U+200B');
  expect(replaceHidden('a\u200bb\u202e\u0007', (each) => `<${namesOf([each])}>`)).toBe('a<U+200B>b<U+202E><U+0007>');
});
