import { contractLocation } from './contract-location.ts';
import { added, breaking, type Change, type Rating, relaxed } from './contract-rating.ts';

type Item = Readonly<Record<string, unknown>>;

interface Fact {
  /** What a client can rely on. */
  readonly id: (item: Item) => string;
  readonly lost: (id: string) => Rating;
  readonly gained: (id: string) => Rating;
}

/** What our contract says in extensions, because OpenAPI has no word for it and so no tool weighs it. */
const facts: Readonly<Record<string, Fact>> = {
  'x-activity-versions': {
    id: ({ type }) => `${type}`,
    lost: (id) => breaking(`'${id}' is no longer accepted.`),
    gained: (id) => added(`'${id}' is accepted.`),
  },
  'x-error-catalogue': {
    id: ({ errorCode, httpStatus, code }) => `${errorCode}, status ${httpStatus}, code ${code}`,
    lost: (id) => breaking(`The error '${id}' was removed.`),
    gained: (id) => added(`The error '${id}' was added.`),
  },
  'x-policy': {
    id: ({ resource, action }) => `${action} ${resource}`,
    lost: (id) => breaking(`For policies this is no longer '${id}'.`),
    gained: (id) => added(`For policies this is '${id}'.`),
  },
  'x-rules': {
    id: ({ errorCode }) => `${errorCode}`,
    lost: (id) => relaxed(`The rule '${id}' was removed.`),
    gained: (id) => breaking(`The rule '${id}' was added.`),
  },
};

/** The changes of what our contract says in extensions, wherever both documents have the place. */
export function diffExtensions(base: unknown, revision: unknown, pointer = '#'): Change[] {
  if (!isObject(base) || !isObject(revision)) return [];
  return Object.keys({ ...base, ...revision }).flatMap((key) => {
    const fact = facts[key];
    return fact
      ? compare(fact, base[key], revision[key]).map((rating) => ({ ...rating, location: contractLocation(pointer) }))
      : diffExtensions(base[key], revision[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  });
}

function compare({ id, lost, gained }: Fact, base: unknown = [], revision: unknown = []): Rating[] {
  const before = [base].flat().map((item) => id(item as Item));
  const after = [revision].flat().map((item) => id(item as Item));
  return [
    ...before.filter((item) => !after.includes(item)).map(lost),
    ...after.filter((item) => !before.includes(item)).map(gained),
  ];
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null;
}
