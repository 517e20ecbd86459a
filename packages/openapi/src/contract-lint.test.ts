import {
  defineActivity,
  defineQuery,
  defineVote,
  examples,
  needsServer,
  rootQuorumOnly,
  superseded,
  type Unit,
  version,
} from '@mintmark/schema';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildDocument } from './build-document.ts';
import { ContractError } from './contract-lint.ts';

const file = 'operations/proofs/get-probe.ts';
const words = { tag: 'Proofs', summary: 'Probe', description: 'A probe.' } as const;
const organizationId = z.string().min(1).describe('The organization.');

/** A query whose request has one more member, and whose example gives that member a value. */
const probe = (member: z.ZodType, value: unknown = 'x', name = 'get_probe') =>
  defineQuery(name, {
    ...words,
    request: z.strictObject({ organizationId, member }),
    response: z.object({}),
    example: { request: { organizationId: 'o', member: value }, response: {} },
  }) as unknown as Unit;

const problemsOf = (units: Record<string, Unit>): readonly string[] => {
  try {
    buildDocument(units, '1.0.0');
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
  return [];
};

const described = <T extends z.ZodType>(schema: T) => schema.describe('A member.');
const Part = described(z.strictObject({ inner: described(z.string()) })).meta({ id: 'Part', description: 'A part.' });
const tree: z.ZodType = z
  .strictObject({
    get inner() {
      return described(tree).optional();
    },
  })
  .describe('d');
const namedTwice = () => described(z.string()).meta({ id: 'Twice', description: 'One of two.' });

test('default: a sound unit becomes a document', () => {
  expect(problemsOf({ get_probe: probe(described(z.string())) })).toEqual([]);
});

const part = { inner: 'x' };
const refused: Record<string, [member: z.ZodType, value: unknown, problem: string]> = {
  'a field without description': [z.string(), 'x', 'has no description'],
  'an inner field without description': [
    described(z.strictObject({ a: z.string() })),
    { a: 'x' },
    'member.a: has no description',
  ],
  'a regex with flags': [described(z.string().regex(/^x$/i)), 'x', 'has flags'],
  'several patterns': [described(z.string().regex(/^x/).regex(/x$/)), 'x', 'several patterns'],
  'a pattern that refuses its example': [
    z
      .string()
      .regex(/^x$/)
      .meta({ description: 'd', examples: ['y'] }),
    'x',
    'refuses its own example y',
  ],
  'a nullable component': [Part.nullable(), part, 'nullable component Part'],
  'a nullable field': [described(z.string().nullable()), 'x', 'nullable'],
  'a null': [described(z.union([z.string(), z.null()])), 'x', 'a union of anything but literals'],
  'a default': [described(z.string().default('x')), 'x', 'a default'],
  'a prefault': [described(z.string().prefault('x')), 'x', 'a default'],
  'a transform': [described(z.string().transform(Number)), 'x', 'a transform'],
  'a coercion by overwriting': [described(z.string().trim()), 'x', 'a transform'],
  'an overwritten list': [described(z.array(described(z.string())).overwrite((list) => list)), ['x'], 'a transform'],
  'a coercion': [described(z.coerce.number()), 1, 'a transform'],
  'a refinement that is not listed': [described(z.string().refine(() => true)), 'x', 'not a listed rule'],
  'metadata that contradicts the schema': [
    described(z.string()).meta({ description: 'd', maximum: 3 }),
    'x',
    'the metadata maximum',
  ],
  'an enumeration that differs from its literals': [
    z.union([z.literal(1), z.literal(2)]).meta({ description: 'd', type: 'integer', enum: [1, 2, 3] }),
    1,
    'as one enumeration of integers',
  ],
  'a type that the schema does not have': [
    z.string().meta({ description: 'd', type: 'integer' }),
    'x',
    'a type or an enumeration',
  ],
  'a number that is not an integer': [described(z.number().min(0).max(1)), 1, 'not a z.int()'],
  'an integer without limits': [described(z.int()), 1, 'a smallest and a largest value'],
  'a step': [described(z.int().min(0).max(9).multipleOf(3)), 3, 'the check multiple_of'],
  'a list of exact length': [described(z.array(described(z.string())).length(1)), ['x'], 'the check length_equals'],
  'a record in a request': [described(z.record(z.string(), z.string())), { a: 'x' }, 'an open object in a request'],
  'a record with patterned keys': [
    described(z.record(z.string().regex(/^x/), z.string())),
    { x: 'x' },
    'restricted keys',
  ],
  'something optional in a list': [
    described(z.array(described(z.string()).optional())),
    ['x'],
    'not a member of an object',
  ],
  'a description on an optional wrapper': [
    z.string().optional().describe('d'),
    'x',
    'a description on the optional wrapper',
  ],
  'a schema that refers to itself': [tree, { inner: {} }, 'refers to itself'],
  'a catch': [described(z.string().catch('x')), 'x', 'the type catch'],
  'a literal of several values': [described(z.literal(['x', 'y'])), 'x', 'a literal of several values'],
  'a lost string format': [described(z.e164()), '+15555550123', 'the string format e164'],
  'a lost prefix check': [described(z.string().startsWith('x')), 'x', 'the string format starts_with'],
  'an exclusive limit': [described(z.number().gt(0)), 1, 'an exclusive limit'],
  'a tuple': [described(z.tuple([z.string()])), ['x'], 'the type tuple'],
  'an open object in a request': [
    described(z.object({ a: described(z.string()) })),
    { a: 'x' },
    'an open object in a request',
  ],
  'a component described at its use': [Part.describe('Other words.'), part, 'the component Part at its use'],
  'a component refined at its use': [Part.refine(() => true), part, 'the component Part at its use'],
  'an example that does not fit': [described(z.string()), 7, 'request example does not fit: member: Invalid input'],
};

test.each(Object.entries(refused))('error: %s', (_name, [member, value, problem]) => {
  const problems = problemsOf({ get_probe: probe(member, value) });
  expect(problems.filter((line) => line.includes(problem))).not.toEqual([]);
  expect(problems.every((line) => line.startsWith(`${file}: `))).toBe(true);
});

test('error: two units with one name', () => {
  const units = { get_probe: probe(described(z.string())), get_other: probe(described(z.string())) };
  expect(problemsOf(units)).toContain(`operations/proofs/get-other.ts: get_probe is also defined by ${file}`);
});

test('error: a unit whose file has another name', () => {
  expect(problemsOf({ get_other: probe(described(z.string())) })).toEqual([
    'operations/proofs/get-other.ts: defines get_probe; a unit must have the name of its file',
  ]);
});

test('error: a component registered twice', () => {
  const units = { first: probe(namedTwice(), 'x', 'first'), second: probe(namedTwice(), 'x', 'second') };
  expect(problemsOf(units)).toEqual([
    'operations/proofs/second.ts: component Twice is registered twice; operations/proofs/first.ts uses another of that name',
  ]);
});

test('error: a component named like a type of other languages', () => {
  const member = described(z.string()).meta({ id: 'Timestamp', description: 'A time.' });
  expect(problemsOf({ get_probe: probe(member) })).toEqual([
    `${file}: component Timestamp has the name of a type of other languages`,
  ]);
});

test.each(['', ' ', undefined])('error: an operation whose summary and description are %j', (blank) => {
  const unit = { ...probe(described(z.string())), summary: blank, description: blank } as Unit;
  expect(problemsOf({ get_probe: unit })).toEqual([`${file}: has no summary`, `${file}: has no description`]);
});

const activity = (result: z.ZodObject, example: Record<string, unknown>, older: object = {}) =>
  defineActivity(
    'make_probe',
    {
      ...words,
      intent: version(2, z.strictObject({ a: described(z.string()) })),
      result: version(1, result),
      policy: { resource: 'USER', action: 'CREATE' },
      example: { parameters: { a: 'x' }, result: example },
    },
    superseded(1, {
      change: 'None.',
      parameters: z.strictObject({ b: described(z.string()) }),
      upgrade: ({ b }) => ({ a: b }),
      example: { b: 'x' },
      ...older,
    }),
  ) as unknown as Unit;

const activityFile = 'operations/proofs/make-probe.ts';

const versions = (...olderVersions: number[]) =>
  defineActivity(
    'make_probe',
    {
      ...words,
      intent: version(3, z.strictObject({})),
      result: version(1, z.object({})),
      policy: { resource: 'USER', action: 'CREATE' },
      example: { parameters: {}, result: {} },
    },
    ...olderVersions.map((number) =>
      superseded(number, { change: 'None.', parameters: z.strictObject({}), upgrade: () => ({}), example: {} }),
    ),
  ) as unknown as Unit;

const vote = (part: object) =>
  ({
    ...defineVote('make_vote', {
      ...words,
      selection: 'VOTE_SELECTION_APPROVED',
      intent: version(1, z.strictObject({ fingerprint: described(z.string()) })),
      example: { parameters: { fingerprint: examples.fingerprint }, activity: examples.activity },
    }),
    ...part,
  }) as unknown as Unit;

test.each([
  [{ errors: ['REQUEST_INVALID', 'OTHER'] }, 'unknown error OTHER'],
  [{ policy: { resource: 'OTHER', action: 'CREATE' } }, 'unknown policy resource OTHER'],
  [{ policy: { resource: 'USER', action: 'OTHER' } }, 'unknown policy action OTHER'],
])('error: %j', (part, problem) => {
  const unit = { ...versions(2, 1), ...part } as Unit;
  expect(problemsOf({ make_probe: unit })).toEqual([expect.stringContaining(`${activityFile}: ${problem}`)]);
});

test('error: an activity without a policy', () => {
  const unit = { ...versions(2, 1), policy: undefined } as unknown as Unit;
  expect(problemsOf({ make_probe: unit })).toEqual([
    expect.stringContaining('unknown policy resource undefined'),
    expect.stringContaining('unknown policy action undefined'),
  ]);
});

test('default: an activity that only the root quorum can allow', () => {
  const unit = { ...versions(2, 1), policy: rootQuorumOnly } as unknown as Unit;
  expect(problemsOf({ make_probe: unit })).toEqual([]);
});

test('error: a tag that does not exist', () => {
  const unit = { ...versions(2, 1), tag: 'Others' } as unknown as Unit;
  expect(problemsOf({ make_probe: unit })).toEqual([expect.stringContaining('make-probe.ts: unknown tag Others')]);
});

test('default: a vote, which has neither a policy nor a result', () => {
  expect(problemsOf({ make_vote: vote({}) })).toEqual([]);
});

test.each([
  [{ selection: 'VOTE_SELECTION_OTHER' }, 'unknown vote selection VOTE_SELECTION_OTHER'],
  [{ tag: 'Others' }, 'unknown tag Others'],
  [{ version: 0 }, '0 is not a version number'],
])('error: a vote with %j', (part, problem) => {
  expect(problemsOf({ make_vote: vote(part) })).toContainEqual(expect.stringContaining(problem));
});

test('error: a skipped version', () => {
  expect(problemsOf({ make_probe: versions(1) })).toEqual([
    `${activityFile}: ACTIVITY_TYPE_MAKE_PROBE: version 2 was skipped`,
  ]);
});

test.each([[[3]], [[4]], [[1, 2]], [[2, 2]]])('error: versions %j below version 3', (older) => {
  expect(problemsOf({ make_probe: versions(...older) })).toContainEqual(expect.stringContaining('newest first'));
});

test.each([0, -1, 1.5])('error: version %j', (number) => {
  expect(problemsOf({ make_probe: versions(number) })).toContainEqual(
    expect.stringContaining('is not a version number'),
  );
});

test.each([[[]], [[2]], [[2, 1]]])('default: versions %j below version 3', (older) => {
  expect(problemsOf({ make_probe: versions(...older) })).toEqual([]);
});

test('default: a sound activity becomes a document, its echoed parameters closed', () => {
  expect(problemsOf({ make_probe: activity(z.object({ id: described(z.string()) }), { id: 'x' }) })).toEqual([]);
});

test('error: a closed object in a response', () => {
  const problems = problemsOf({ make_probe: activity(z.strictObject({ id: described(z.string()) }), { id: 'x' }) });
  expect(problems).toContain(
    `${activityFile}: response activity.result.makeProbeResult: a closed object in a response; use z.object`,
  );
});

test('error: a response example that does not fit', () => {
  const [problem] = problemsOf({ make_probe: activity(z.object({ id: described(z.string()) }), { id: 7 }) });
  expect(problem).toMatch(
    /^operations\/proofs\/make-probe\.ts: response example completed does not fit: activity\.result/,
  );
});

const thrown = () => {
  throw new TypeError('no such member');
};

const olderProblems: Record<string, [older: object, problem: string]> = {
  'example that does not fit': [{ example: { c: 1 } }, 'example of ACTIVITY_TYPE_MAKE_PROBE does not fit'],
  'upgraded example that does not fit': [
    { upgrade: () => ({ a: 7 }) },
    'upgraded example of ACTIVITY_TYPE_MAKE_PROBE does not fit',
  ],
  'upgrade that throws': [
    { upgrade: thrown },
    'upgraded example of ACTIVITY_TYPE_MAKE_PROBE cannot be made: TypeError: no such member',
  ],
  'downgraded result that does not fit': [
    { downgrade: () => 7 },
    'downgraded result example for ACTIVITY_TYPE_MAKE_PROBE does not fit',
  ],
  'downgrade that throws': [
    { downgrade: thrown },
    'downgraded result example for ACTIVITY_TYPE_MAKE_PROBE cannot be made: TypeError: no such member',
  ],
  'missing change': [{ change: '' }, 'ACTIVITY_TYPE_MAKE_PROBE: does not say what the version after it changed'],
  'missing reason for needing the server': [
    { upgrade: needsServer(' ') },
    'ACTIVITY_TYPE_MAKE_PROBE: does not say why its upgrade needs the server',
  ],
};

test.each(Object.entries(olderProblems))('error: an older type, %s', (_name, [older, problem]) => {
  const problems = problemsOf({ make_probe: activity(z.object({}), {}, older) });
  expect(problems).toEqual([expect.stringContaining(`${activityFile}: ${problem}`)]);
});
