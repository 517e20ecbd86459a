import type { Unit } from '@mintmark/schema';
import type { z } from 'zod';
import { requestExample, responseExamples } from './operation-examples.ts';
import { definitionOf, metadataOf, type Node, unwrapOptional, walk } from './schema-tree.ts';

/** Units that must not become a document; the message has one line for each reason, and each begins with a file. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Problem = string;

/** What can be said the same way in Zod, in JSON Schema and in the languages that clients are generated for. */
const plainTypes = new Set(['array', 'boolean', 'enum', 'number', 'object', 'optional', 'record', 'string', 'unknown']);

function* checkType({ schema }: Node): Generator<Problem> {
  const def = definitionOf(schema);
  if (plainTypes.has(def.type)) return;
  switch (def.type) {
    case 'literal':
      if (def.values.length !== 1) yield 'a literal of several values; use an enum';
      return;
    case 'union':
      if (def.options.some((option) => definitionOf(option).type !== 'literal'))
        yield 'a union of other things than literals';
      return;
    case 'nullable':
    case 'null': {
      const { id } = metadataOf('innerType' in def ? def.innerType : schema);
      yield `nullable${id ? ` component ${id}` : ''}; leave the field out instead`;
      return;
    }
    case 'default':
    case 'prefault':
      yield 'a default; the server applies defaults, the contract describes them';
      return;
    case 'transform':
    case 'pipe':
      yield 'a transform; a contract says what is sent, not what is made of it';
      return;
    default:
      yield `the type ${def.type}, which the document cannot say exactly`;
  }
}

function* checkString({ schema }: Node): Generator<Problem> {
  const def = definitionOf(schema);
  if (def.type !== 'string') return;
  const checks = (def.checks ?? []).map((check) => check._zod.def as z.core.$ZodChecks['_zod']['def']);
  if ('format' in def)
    yield `the string format ${def.format}, which is lost in the document; use a word of the vocabulary`;
  const patterns = checks.flatMap((check) =>
    check.check === 'string_format' && check.format === 'regex' && check.pattern ? [check.pattern] : [],
  );
  if (patterns.length > 1) yield 'several patterns, of which the document would keep the first';
  for (const pattern of patterns) {
    if (pattern.flags !== '') yield `the pattern ${pattern} has flags, which JSON Schema does not know`;
    for (const example of metadataOf(schema).examples ?? []) {
      if (!pattern.test(String(example))) yield `the pattern ${pattern} refuses its own example ${example}`;
    }
  }
  for (const check of checks) {
    if (check.check === 'string_format' && check.format !== 'regex')
      yield `the string format ${check.format}, which is lost in the document`;
    else if (check.check === 'overwrite') yield 'a transform; a contract says what is sent, not what is made of it';
  }
}

function* checkNumber({ schema }: Node): Generator<Problem> {
  const def = definitionOf(schema);
  if (def.type !== 'number') return;
  for (const check of def.checks ?? []) {
    const bound = check._zod.def as { check: string; inclusive?: boolean };
    if (bound.inclusive === false) yield 'an exclusive limit; use min and max';
  }
}

/** The component that a schema was cloned from, if the clone has lost its name. */
const lostComponent = (schema: z.core.$ZodType): string | undefined => {
  if (metadataOf(schema).id !== undefined) return undefined;
  for (let parent = schema._zod.parent; parent !== undefined; parent = parent._zod.parent) {
    const { id } = metadataOf(parent);
    if (id !== undefined) return id;
  }
  return undefined;
};

function* checkDescription({ schema, member }: Node): Generator<Problem> {
  if (member !== undefined) {
    const described = metadataOf(schema).description ?? metadataOf(unwrapOptional(schema)).description;
    if (!described) yield 'has no description';
  }
  const lost = lostComponent(schema);
  if (lost !== undefined) {
    yield `describes or refines the component ${lost} at its use, which would put a copy into the document; do it where the component is made`;
  }
}

/** Request objects are closed, so that a misspelt member of a signed request cannot be dropped in silence. */
function* checkClosed(
  node: Node,
  echoed: ReadonlySet<z.core.$ZodType>,
  side: 'request' | 'response',
): Generator<Problem> {
  const def = definitionOf(node.schema);
  if (def.type !== 'object') return;
  const closed = def.catchall !== undefined && definitionOf(def.catchall).type === 'never';
  if (side === 'request' && !closed) yield 'an open object in a request; use z.strictObject';
  if (side === 'response' && closed && !echoed.has(node.schema)) yield 'a closed object in a response; use z.object';
}

function* checkSchemas(file: string, unit: Unit): Generator<Problem> {
  const roots: [side: 'request' | 'response', label: string, schema: z.core.$ZodType][] = [
    ['request', 'request', unit.request],
    ['response', 'response', unit.response],
  ];
  if (unit.kind === 'activity') {
    for (const older of unit.superseded) {
      roots.push(
        ['request', `${older.type} request`, older.request],
        ['response', `${older.type} response`, older.response],
      );
    }
  }
  // An answer repeats the parameters exactly as they came, so they stay closed there too.
  const echoed = new Set(
    roots.flatMap(([side, , schema]) => (side === 'request' ? [...walk(schema)].map((node) => node.schema) : [])),
  );
  for (const [side, label, schema] of roots) {
    for (const node of walk(schema)) {
      const place = node.path === '' ? label : `${label} ${node.path}`;
      for (const check of [checkType, checkString, checkNumber, checkDescription]) {
        for (const problem of check(node)) yield `${file}: ${place}: ${problem}`;
      }
      for (const problem of checkClosed(node, echoed, side)) yield `${file}: ${place}: ${problem}`;
    }
  }
}

const fit = (schema: z.ZodType, value: unknown): string | undefined => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return undefined;
  return parsed.error.issues.map((issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`).join('; ');
};

function* checkExamples(file: string, unit: Unit): Generator<Problem> {
  const candidates: [label: string, schema: z.ZodType, value: unknown][] = [
    ['request example', unit.request, requestExample(unit)],
    ...Object.entries(responseExamples(unit)).map(([name, { value }]): [string, z.ZodType, unknown] => [
      `response example ${name}`,
      unit.response,
      value,
    ]),
  ];
  if (unit.kind === 'activity') {
    for (const { type, parameters, example } of unit.superseded) {
      candidates.push([`example of ${type}`, parameters, example]);
    }
  }
  for (const [label, schema, value] of candidates) {
    const reason = fit(schema, value);
    if (reason !== undefined) yield `${file}: ${label} does not fit: ${reason}`;
  }
}

function* checkNames(units: readonly [file: string, unit: Unit][]): Generator<Problem> {
  const owners = new Map<string, string>();
  for (const [file, unit] of units) {
    const stem = file.replace(/^.*\//, '').replace(/\.ts$/, '');
    if (stem !== unit.name.replaceAll('_', '-')) yield `${file}: defines ${unit.name}; a unit has the name of its file`;
    const types = unit.kind === 'activity' ? [unit.type, ...unit.superseded.map((older) => older.type)] : [];
    for (const name of new Set([unit.name, ...types])) {
      const owner = owners.get(name);
      if (owner !== undefined) yield `${file}: ${name} is also defined by ${owner}`;
      owners.set(name, file);
    }
  }
}

function* checkComponents(units: readonly [file: string, unit: Unit][]): Generator<Problem> {
  const owners = new Map<string, { schema: z.core.$ZodType; file: string }>();
  for (const [file, unit] of units) {
    for (const root of [unit.request, unit.response]) {
      for (const { schema } of walk(root)) {
        const { id, description } = metadataOf(schema);
        if (id === undefined) continue;
        const owner = owners.get(id);
        if (owner === undefined) {
          owners.set(id, { schema, file });
          if (!description) yield `${file}: component ${id} has no description`;
        } else if (owner.schema !== schema) {
          yield `${file}: component ${id} is registered twice; ${owner.file} uses another of that name`;
          owners.set(id, { schema, file });
        }
      }
    }
  }
}

/** Throws a ContractError that names every place where the units break the rules of the contract. */
export function assertContract(units: Readonly<Record<string, Unit>>): void {
  const entries = Object.entries(units);
  const problems = [
    ...checkNames(entries),
    ...checkComponents(entries),
    ...entries.flatMap(([file, unit]) => [...checkSchemas(file, unit), ...checkExamples(file, unit)]),
  ];
  if (problems.length > 0) throw new ContractError([...new Set(problems)]);
}
