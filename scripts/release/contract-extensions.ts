import { isDeepStrictEqual } from 'node:util';
import { contractLocation } from './contract-location.ts';
import { added, breaking, type Change, type Rating, relaxed } from './contract-rating.ts';

type Item = Readonly<Record<string, unknown>>;

interface Fact {
  /** The name of the item. */
  readonly name: (item: Item) => string;
  /** What clients rely on apart from the item's existence; absent where another part of the document covers it. */
  readonly settled?: (item: Item) => unknown;
  readonly lost: (name: string) => Rating;
  readonly gained: (name: string) => Rating;
  readonly kept?: (name: string, before: Item, after: Item) => Rating | undefined;
}

/** Rated like the breaking change that it always comes with, so that both are reported together. */
const stillAccepted = (name: string): Rating => ({
  impact: 'major',
  section: 'other',
  message: `'${name}' is still accepted, as superseded.`,
});

/** The parts of our contract that are in extensions, which no OpenAPI tool rates. */
const facts: Readonly<Record<string, Fact>> = {
  'x-activity-versions': {
    name: ({ type }) => `${type}`,
    settled: ({ status, intentKey, resultKey, upgrade, parameters, result }) =>
      status === 'superseded' ? withoutWords({ intentKey, resultKey, upgrade, parameters, result }) : undefined,
    lost: (name) => breaking(`'${name}' is no longer accepted.`),
    gained: (name) => added(`'${name}' is accepted.`),
    kept: (name, { status: before }, { status: after }) =>
      before === 'current' && after === 'superseded' ? stillAccepted(name) : undefined,
  },
  'x-error-catalogue': {
    name: ({ errorCode }) => `${errorCode}`,
    settled: ({ httpStatus, code, retryable }) => ({ httpStatus, code, retryable }),
    lost: (name) => breaking(`The error '${name}' was removed.`),
    gained: (name) => added(`The error '${name}' was added.`),
  },
  'x-policy': {
    name: ({ resource, action, rootQuorumOnly }) =>
      rootQuorumOnly === true ? 'left to the root quorum' : `${action} ${resource}`,
    lost: (name) => breaking(`For policies this is no longer '${name}'.`),
    gained: (name) => added(`For policies this is '${name}'.`),
  },
  'x-repeatable': {
    name: () => 'repeatable',
    lost: () => breaking('The same bytes may no longer be sent again.'),
    gained: () => added('The same bytes may be sent again.'),
  },
  'x-rules': {
    name: ({ errorCode, description }) => `${errorCode}: ${description}`,
    lost: (name) => relaxed(`The rule '${name}' was removed.`),
    gained: (name) => breaking(`The rule '${name}' was added.`),
  },
};

/** The changes of extensions, at every place that exists in both documents. */
export function diffExtensions(base: unknown, revision: unknown, pointer = '#'): Change[] {
  if (!isObject(base) || !isObject(revision)) return [];
  return Object.keys({ ...base, ...revision }).flatMap((key) => {
    const fact = facts[key];
    return fact
      ? compare(fact, base[key], revision[key]).map((rating) => ({ ...rating, location: contractLocation(pointer) }))
      : diffExtensions(base[key], revision[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  });
}

function compare({ name, settled, lost, gained, kept }: Fact, base: unknown = [], revision: unknown = []): Rating[] {
  const byName = (items: unknown) => new Map([items].flat().map((item) => [name(item as Item), item as Item]));
  const before = byName(base);
  const after = byName(revision);
  const isUnsettled = (key: string, item: Item) => {
    const [older, newer] = [settled?.(item), settled?.(after.get(key) ?? {})];
    return older !== undefined && newer !== undefined && !isDeepStrictEqual(older, newer);
  };
  return [
    ...[...before.keys()].filter((key) => !after.has(key)).map(lost),
    ...[...after.keys()].filter((key) => !before.has(key)).map(gained),
    ...[...before]
      .filter(([key, item]) => after.has(key) && isUnsettled(key, item))
      .map(([key]) => breaking(`'${key}' changed, and clients rely on its old value.`)),
    ...[...before].flatMap(([key, item]) => kept?.(key, item, after.get(key) ?? {}) ?? []),
  ];
}

/** A value without the descriptions and examples of its schemas, which clients do not rely on. */
function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([key, inner]) =>
      !(key === 'description' && typeof inner === 'string') && !(key === 'examples' && Array.isArray(inner)),
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutWords(inner)]));
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null;
}
