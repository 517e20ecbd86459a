import type { components } from '@mintmark/client';

type Activity = components['schemas']['Activity'];
type Vote = components['schemas']['Vote'];

/** One value of a request, with the way to it. */
export interface Fact {
  /** The members that lead to the value. A place in a list counts from 1. */
  readonly path: readonly (string | number)[];
  /** Empty for an empty text, list or object. */
  readonly value: string;
}

export interface FactList {
  readonly facts: readonly Fact[];
  /** Whether there is more than is listed. */
  readonly isCut: boolean;
}

const maxFacts = 200;
const maxDepth = 8;

/** The values of a request or a result, one by one. What is there but empty is listed too: it can remove what was stored. */
export function factsOf(value: unknown): FactList {
  const facts: Fact[] = [];
  let isCut = false;
  const add = (path: Fact['path'], one: unknown) => {
    if (facts.length >= maxFacts) isCut = true;
    else if (one === undefined || one === null) return;
    else if (typeof one !== 'object') facts.push({ path, value: textOf(one) });
    else if (Object.keys(one).length === 0 && path.length > 0) facts.push({ path, value: '' });
    else if (path.length >= maxDepth) facts.push({ path, value: JSON.stringify(one) });
    else if (Array.isArray(one)) for (const [index, item] of one.entries()) add([...path, index + 1], item);
    else for (const [name, member] of Object.entries(one)) add([...path, name], member);
  };
  add([], value);
  return { facts, isCut };
}

const textOf = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));

/** The parameters of an activity: the one member of its intent. */
export const parametersOf = ({ intent }: Pick<Activity, 'intent'>): unknown => Object.values(intent)[0];

/** What a completed activity answered: the one member of its result. */
export const resultOf = ({ result }: Pick<Activity, 'result'>): unknown => Object.values(result)[0];

const votingTypes = ['ACTIVITY_TYPE_APPROVE_ACTIVITY', 'ACTIVITY_TYPE_REJECT_ACTIVITY'];

/**
 * The vote of the user who asked for the activity: the first one whose stamped body is the request itself. A submission that was
 * denied is not a vote, so it has none.
 */
export const submissionOf = ({ votes, type }: Pick<Activity, 'votes' | 'type'>): Vote | undefined =>
  votes.find(({ message }) => {
    const stamped = typeOf(message);
    return stamped === type && !votingTypes.includes(stamped);
  });

function typeOf(message: string): string | undefined {
  try {
    const body: unknown = JSON.parse(message);
    return typeof body === 'object' && body && 'type' in body ? String(body.type) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text is an id, a key, an address or other data that people copy rather than read. */
export const isData = (text: string): boolean => /^[\w+/=:.-]{20,}$/.test(text) && /\d/.test(text);

const latestVersion = 9;

/** All versions that the type of an operation can have, for filters. */
export function typesOf(operation: string): readonly string[] {
  const type = `ACTIVITY_TYPE_${operation.toUpperCase()}`;
  return [type, ...Array.from({ length: latestVersion - 1 }, (_, index) => `${type}_V${index + 2}`)];
}
