import type { Random } from '@mintmark/testing/random';
import type { z } from 'zod';
import { definitionOf } from '../requests/fields.ts';

/** A word in the values that no answer may repeat. */
export const canary = 'c4n4ry';

/** Text with a special meaning for a database, a template, a shell, a file system or a terminal. */
const loaded = [
  `${canary}'; drop table users; --`,
  `${canary}' or '1'='1`,
  `${canary}"; select pg_sleep(9); --`,
  `') union select id::text from organizations --${canary}`,
  `$1 ${canary} \${jndi:ldap://localhost} {{7*7}} %s%n`,
  `../../../etc/passwd?${canary}`,
  `<script>${canary}</script>`,
  `${canary}\\`,
  'null',
  '__proto__',
  'constructor',
];

/** Text that is not what it looks like. */
const odd = [
  `${canary}\u0000`,
  '\u0000',
  `${canary}\u202e\u2066`,
  '𝒳🔑👩‍👩‍👧',
  'e\u0301é',
  'ﬀ\u212b\u00c5',
  '\ufeff',
  '\ufffd\uffff',
  '\u2028\u2029',
  'İı',
  '  ',
  '\t\r\n',
  '\u001b[31m',
];

const wrongTypes = ['null', 'true', 'false', '0', '-1', '""', '"text"', '[]', '{}', '[null]', '[[]]', '{"a":{}}'];

/** Numbers of JSON, and texts that look like numbers but are not JSON. */
const numbers = ['-0', '1.5', '1e400', '-1e400', '1e-400', '2147483648', '9007199254740993', '1E2', '2.0'];
const noNumbers = ['+1', '01', '.5', '1.', '0x10', '1_000', 'NaN', '-Infinity', 'undefined', "'1'", '1n', '--1', '1e'];
const noStrings = ['"\\ud800"', '"\\udc00x"', '"\\x41"', '"\\u12"', '"a\nb"', '"a\u0001b"', '"open', '"\\"', '""x'];
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** More than any client needs. */
export const excesses = [deep(20_000), deepObject(10_000), `[${'0,'.repeat(50_001)}0]`];

/** Valid and invalid JSON texts that replace a value that matches a schema. */
export function* hostileTexts(schema: z.core.$ZodType, value: unknown): Generator<string> {
  yield* wrongTypes;
  yield* [...numbers, ...noNumbers, ...noStrings, deep(33), deepObject(33)];
  const def = definitionOf(schema);
  if (def.type === 'array') yield* hostileLists(value);
  if (def.type === 'number') yield* ['2147483647', '4294967296', '1', '2', '1000000'];
  if (def.type === 'string' || def.type === 'enum' || def.type === 'literal')
    for (const text of hostileStrings(schema, String(value ?? ''))) yield JSON.stringify(text);
}

function* hostileStrings(schema: z.core.$ZodType, valid: string): Generator<string> {
  yield* loaded;
  yield* odd;
  yield* [` ${valid}`, `${valid} `, `${valid}\n`, `${valid}\u0000`, valid.toUpperCase(), valid.toLowerCase()];
  yield* [valid.slice(0, -1), valid + valid, valid.normalize('NFD'), `${valid}\u0301`, valid.replaceAll('-', '')];
  for (const length of new Set([255, 256, 257, 70_000, ...lengthsAround(schema)])) yield 'x'.repeat(length);
  yield '🔑'.repeat(128);
  yield '🔑'.repeat(129);
}

function* hostileLists(value: unknown): Generator<string> {
  const [item] = Array.isArray(value) ? value : [];
  const text = JSON.stringify(item ?? null);
  for (const count of [2, 11, 101, 1001]) yield `[${Array(count).fill(text).join()}]`;
  yield `[${text},null]`;
  yield `[${text},]`;
  yield `[,${text}]`;
  yield `{"0":${text}}`;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** Random text of a length, in the forms that fields of the contract have. */
const forms: readonly ((length: number, random: Random) => string)[] = [
  (length, random) => drawn('0123456789abcdef', length + (length % 2), random),
  (length, random) => drawn(letters, length + (length % 4 === 1 ? 1 : 0), random),
  (length, random) => `user@${domain(length - 5, random)}`,
  (length, random) => `a.b.${drawn(letters, length - 4, random)}`,
  (length, random) => repeated(length, () => String.fromCodePoint(0x20000 + random(0xa000))),
];

const drawn = (alphabet: string, length: number, random: Random) =>
  repeated(length, () => alphabet.charAt(random(alphabet.length)));

function repeated(length: number, draw: () => string): string {
  let text = '';
  for (let count = 0; count < length; count++) text += draw();
  return text;
}

/** A domain name whose labels have the maximum length. */
const domain = (length: number, random: Random) =>
  drawn(letters.slice(0, -2), length, random).replace(/(.{50})(?=..)./g, '$1.');

/**
 * Text of many lengths that matches the pattern of a schema, if one of the forms does. It is random: PostgreSQL compresses a
 * long value before it checks whether the value fits into an index, so that repeated text would pass.
 */
export function* longTexts(schema: z.core.$ZodType, random: Random): Generator<string> {
  const fitting = forms.filter((form) => patternsOf(schema).every((pattern) => pattern.test(form(64, random))));
  // The first has one byte for each character. The last, where any text fits, has four.
  const some = new Set([fitting[0] ?? forms[0], fitting.at(-1)]);
  const lengths = [255, 1_000, 2_700, 8_200, 60_000, ...lengthsAround(schema).filter((length) => length > 8)];
  for (const length of new Set(lengths)) for (const form of some) if (form) yield form(length, random);
}

const patternsOf = (schema: z.core.$ZodType): RegExp[] =>
  (definitionOf(schema).checks ?? []).flatMap(({ _zod }) => (_zod.def as { pattern?: RegExp }).pattern ?? []);

/** The lengths around the limits of a schema. */
function lengthsAround(schema: z.core.$ZodType): number[] {
  const { checks } = definitionOf(schema);
  return (checks ?? []).flatMap((check) => {
    const { minimum, maximum } = check._zod.def as { minimum?: number; maximum?: number };
    return [minimum, maximum].flatMap((limit) =>
      limit === undefined ? [] : [Math.max(limit - 1, 0), limit, limit + 1],
    );
  });
}
