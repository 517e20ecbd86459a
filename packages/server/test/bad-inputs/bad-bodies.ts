import type { Random } from '@mintmark/testing/random';
import { definitionOf, type Field, fieldsOf, withValue } from '../requests/fields.ts';
import type { Operation } from '../requests/operations.ts';
import { canary, excesses, hostileTexts, longTexts } from './hostile-values.ts';

interface Change {
  /** What was done to the body. */
  readonly change: string;
  /** Whether two parsers could read it differently, so that it must be refused. */
  readonly isAmbiguous?: true;
}

/** A body with one thing wrong, or at least odd. */
export interface BadBody extends Change {
  readonly bytes: Buffer;
}

/** A bad body before it is built: there are many, some are long, and only some are tried. */
export interface Draft extends Change {
  build(): Buffer;
}

export const buildDraft = ({ build, ...change }: Draft): BadBody => ({ ...change, bytes: build() });

const marker = '@the value@';

/** Every bad body of an operation, made from a good one. */
export function* badBodies({ request }: Operation, good: unknown): Generator<Draft> {
  for (const field of fieldsOf(request)) {
    const value = valueAt(good, field.path);
    const at = field.path.join('.') || 'the body';
    const [head = '', tail = ''] = JSON.stringify(withValue(good, field.path, marker)).split(`"${marker}"`);
    const put = (change: string, text: string) => ({
      change: `${at}: ${change}`,
      build: () => Buffer.from(head + text + tail),
    });
    if (field.path.length > 0)
      yield { change: `${at}: left out`, build: () => Buffer.from(JSON.stringify(without(good, field.path))) };
    for (const text of hostileTexts(field.schema, value)) yield put(text.slice(0, 40), text);
    if (definitionOf(field.schema).type === 'string') yield* badBytes(good, field, String(value ?? ''));
    if (definitionOf(field.schema).type !== 'object') continue;
    for (const [change, text] of badObjects((value ?? {}) as object)) yield put(change, text);
    for (const [change, text] of ambiguousObjects((value ?? {}) as object))
      yield { ...put(change, text), isAmbiguous: true };
  }
  yield* badTexts(JSON.stringify(good));
}

/** As much as fits into a body that is not too large. */
const maxBytes = 250_000;

/** Bodies of an operation with a long text in the place of each text, and lists with as many items as a body can hold. */
export function* longBodies({ request }: Operation, good: unknown, random: Random): Generator<BadBody> {
  for (const { path, schema } of fieldsOf(request)) {
    const put = (change: string, value: unknown) => ({
      change: `${path.join('.')}: ${change}`,
      bytes: Buffer.from(JSON.stringify(withValue(good, path, value))),
    });
    const { type } = definitionOf(schema);
    if (type === 'string')
      for (const text of longTexts(schema, random)) yield put(`${[...text].length} characters`, text);
    const [item] = type === 'array' ? ((valueAt(good, path) ?? []) as unknown[]) : [];
    if (item === undefined) continue;
    const count = Math.floor((maxBytes - JSON.stringify(good).length) / (JSON.stringify(item).length + 1));
    yield put(`${count} items`, Array(count).fill(item));
  }
}

/** Invalid UTF-8: a lone byte, overlong, a surrogate, past the end of Unicode, cut off. */
const noUtf8 = ['ff', '80', 'c0af', 'eda080', 'f5808080', 'e282'];

function* badBytes(good: unknown, { path }: Field, value: string): Generator<Draft> {
  const [head = '', tail = ''] = JSON.stringify(withValue(good, path, value + marker)).split(marker);
  for (const hex of noUtf8)
    yield {
      change: `${path.join('.')}: the bytes ${hex}`,
      build: () => Buffer.concat([Buffer.from(head), Buffer.from(hex, 'hex'), Buffer.from(tail)]),
    };
}

const membersOf = (value: object) =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => ({ name, text: `${JSON.stringify(name)}:${JSON.stringify(member)}` }));

const objectOf = (value: object, ...more: readonly string[]) =>
  `{${[...membersOf(value).map(({ text }) => text), ...more].join()}}`;

function* badObjects(value: object): Generator<readonly [string, string]> {
  yield ['a member too many', objectOf(value, `"unexpected":"${canary}"`)];
  yield ['a member that is ignored', objectOf(value, '"generateAppProofs":true')];
  yield ['a member too many that is null', objectOf(value, '"unexpected":null')];
  for (const name of ['toString', 'hasOwnProperty', '', '\\u0000'])
    yield [`a member ${name}`, objectOf(value, `"${name}":{"polluted":"${canary}"}`)];
  for (const { name } of membersOf(value))
    yield [`${name} in upper case too`, objectOf(value, `"${name.toUpperCase()}":"${canary}"`)];
  yield ['as a list', `[${membersOf(value).map(({ text }) => `{${text}}`)}]`];
  yield ['as text', JSON.stringify(JSON.stringify(value))];
}

function* ambiguousObjects(value: object): Generator<readonly [string, string]> {
  for (const name of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__']) {
    yield [`a member ${name}`, objectOf(value, `"${name}":{"polluted":"${canary}"}`)];
    yield [`a member ${name} that is null`, objectOf(value, `"${name}":null`)];
  }
  for (const { name, text } of membersOf(value)) {
    yield [`${name} twice`, objectOf(value, text)];
    yield [`${name} twice, once null`, objectOf(value, `"${name}":null`)];
    const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
    yield [`${name} twice, once escaped`, objectOf(value, `"${escaped}":null`)];
  }
}

function* badTexts(text: string): Generator<Draft> {
  const texts: Record<string, string | Buffer> = {
    empty: '',
    'white space': ' \n',
    'a byte-order mark': `\ufeff${text}`,
    'a comma after the end': `${text},`,
    'garbage after the end': `${text}garbage`,
    'another object after the end': `${text}${text}`,
    'a NUL after the end': `${text}\0`,
    'a comment': `${text}//`,
    'a comma before the end': text.replace(/\}$/, ',}'),
    'single quotes': text.replaceAll('"', "'"),
    'no quotes': text.replaceAll('"', ''),
    'half of it': text.slice(0, text.length / 2),
    'all but the last byte': text.slice(0, -1),
    'in a list': `[${text}]`,
    'as text': JSON.stringify(text),
    'UTF-16': Buffer.from(text, 'utf16le'),
    'a form': 'organizationId=1&type=2',
    'white space all around, which is fine': ` \r\n\t${text.replace(':', ' :\n')}\n `,
  };
  for (const [change, body] of Object.entries(texts)) yield { change, build: () => Buffer.from(body) };
  for (const excess of excesses)
    yield { change: `${excess.slice(0, 9)}…`, build: () => Buffer.from(text.replace(/\}$/, `,"excess":${excess}}`)) };
}

const valueAt = (value: unknown, path: Field['path']): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);

function without(value: unknown, path: Field['path']): unknown {
  const copy = structuredClone(value);
  const parent = valueAt(copy, path.slice(0, -1));
  const key = path.at(-1);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (parent && key !== undefined) Reflect.deleteProperty(parent, key);
  return copy;
}
