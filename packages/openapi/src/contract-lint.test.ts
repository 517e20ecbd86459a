import { defineActivity, defineQuery, superseded, type Unit, version } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildDocument } from './build-document.ts';
import { ContractError } from './contract-lint.ts';

const file = 'queries/get-probe.ts';
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
const namedTwice = () => described(z.string()).meta({ id: 'Twice', description: 'One of two.' });

test('default: a sound unit becomes a document', () => {
  expect(problemsOf({ [file]: probe(described(z.string())) })).toEqual([]);
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
  'a null': [described(z.union([z.string(), z.null()])), 'x', 'a union of other things than literals'],
  'a default': [described(z.string().default('x')), 'x', 'a default'],
  'a prefault': [described(z.string().prefault('x')), 'x', 'a default'],
  'a transform': [described(z.string().transform(Number)), 'x', 'a transform'],
  'a coercion by overwriting': [described(z.string().trim()), 'x', 'a transform'],
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
  const problems = problemsOf({ [file]: probe(member, value) });
  expect(problems.filter((line) => line.includes(problem))).not.toEqual([]);
  expect(problems.every((line) => line.startsWith(`${file}: `))).toBe(true);
});

test('error: two units with one name', () => {
  const problems = problemsOf({
    [file]: probe(described(z.string())),
    'proxy/get-probe.ts': probe(described(z.string())),
  });
  expect(problems).toContain(`proxy/get-probe.ts: get_probe is also defined by ${file}`);
});

test('error: a unit whose file has another name', () => {
  expect(problemsOf({ 'queries/other.ts': probe(described(z.string())) })).toEqual([
    'queries/other.ts: defines get_probe; a unit has the name of its file',
  ]);
});

test('error: a component registered twice', () => {
  const units = {
    'queries/first.ts': probe(namedTwice(), 'x', 'first'),
    'queries/second.ts': probe(namedTwice(), 'x', 'second'),
  };
  expect(problemsOf(units)).toEqual([
    'queries/second.ts: component Twice is registered twice; queries/first.ts uses another of that name',
  ]);
});

const activity = (result: z.ZodObject, example: Record<string, unknown>, older: object = {}) =>
  defineActivity('make_probe', {
    ...words,
    intent: version(2, z.strictObject({ a: described(z.string()) })),
    result: version(1, result),
    superseded: [
      superseded(1, {
        change: 'None.',
        parameters: z.strictObject({ b: described(z.string()) }),
        upgrade: ({ b }) => ({ a: b }),
        example: { b: 'x', ...older },
      }),
    ],
    policy: { resource: 'USER', action: 'CREATE' },
    example: { parameters: { a: 'x' }, result: example },
  }) as unknown as Unit;

const activityFile = 'activities/make-probe.ts';

test('default: a sound activity becomes a document, its echoed parameters closed', () => {
  expect(problemsOf({ [activityFile]: activity(z.object({ id: described(z.string()) }), { id: 'x' }) })).toEqual([]);
});

test('error: a closed object in a response', () => {
  const problems = problemsOf({ [activityFile]: activity(z.strictObject({ id: described(z.string()) }), { id: 'x' }) });
  expect(problems).toContain(
    `${activityFile}: response activity.result.makeProbeResult: a closed object in a response; use z.object`,
  );
});

test('error: a response example that does not fit', () => {
  const [problem] = problemsOf({ [activityFile]: activity(z.object({ id: described(z.string()) }), { id: 7 }) });
  expect(problem).toMatch(/^activities\/make-probe\.ts: response example completed does not fit: activity\.result/);
});

test('error: an example of an older type that does not fit', () => {
  const problems = problemsOf({ [activityFile]: activity(z.object({}), {}, { c: 1 }) });
  expect(problems).toEqual([
    `${activityFile}: example of ACTIVITY_TYPE_MAKE_PROBE does not fit: (root): Unrecognized key: "c"`,
  ]);
});
