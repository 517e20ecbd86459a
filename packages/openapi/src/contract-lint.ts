import { chapterOf, errors, policyActions, policyResources, tags, type Unit } from '@mintmark/schema';
import { VoteSelection } from '@mintmark/schema/fields/activities/vote';
import type { z } from 'zod';
import { requestExample, responseExamples } from './operation-examples.ts';
import { openness, schemaProblems } from './schema-lint.ts';
import { metadataOf, walk } from './schema-tree.ts';

/** Thrown for units that violate the rules of the contract. The message has one line per problem, which begins with the file. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const olderTypes = (unit: Unit) => (unit.kind === 'activity' ? unit.superseded : []);

/** The types of a unit are not checked before generation, so the value may be missing. */
const isBlank = (words: string | undefined) => words === undefined || words.trim() === '';

function* wordProblems(unit: Unit): Generator<string> {
  if (isBlank(unit.summary)) yield 'has no summary';
  if (isBlank(unit.description)) yield 'has no description';
  for (const { type, change, upgrade } of olderTypes(unit)) {
    if (isBlank(change)) yield `${type}: does not say what the version after it changed`;
    if (typeof upgrade !== 'function' && isBlank(upgrade.needsServer)) {
      yield `${type}: does not say why its upgrade needs the server`;
    }
  }
}

function* referenceProblems(unit: Unit): Generator<string> {
  const unknown = (names: readonly string[], known: readonly string[]) => names.filter((name) => !known.includes(name));
  for (const name of unknown([unit.tag], Object.keys(tags))) yield `unknown tag ${name}; see tags.ts`;
  for (const name of unknown(unit.errors, Object.keys(errors))) yield `unknown error ${name}; see errors.ts`;
  if (unit.kind !== 'activity') return;
  if ('selection' in unit) {
    for (const name of unknown([unit.selection], VoteSelection.options))
      yield `unknown vote selection ${name}; see fields/activities/vote.ts`;
    return;
  }
  const policy = unit.policy ?? {};
  if ('rootQuorumOnly' in policy) return;
  const { resource, action } = policy;
  for (const name of unknown([resource], policyResources)) yield `unknown policy resource ${name}; see policy.ts`;
  for (const name of unknown([action], policyActions)) yield `unknown policy action ${name}; see policy.ts`;
}

function* versionProblems(unit: Unit): Generator<string> {
  if (unit.kind !== 'activity') return;
  for (const { version, type } of [unit, ...unit.superseded]) {
    if (!Number.isInteger(version) || version < 1) yield `${type}: ${version} is not a version number`;
  }
  for (const [index, { version, type }] of unit.superseded.entries()) {
    const newer = (unit.superseded[index - 1] ?? unit).version;
    if (version >= newer) yield `${type}: older versions follow the current one, newest first`;
    else if (version < newer - 1) yield `${type}: version ${newer - 1} was skipped`;
  }
}

function* bodyProblems(unit: Unit): Generator<string> {
  const bodies: [side: 'request' | 'response', label: string, schema: z.ZodType][] = [
    ['request', 'request', unit.request],
    ['response', 'response', unit.response],
    ...olderTypes(unit).flatMap(({ type, request, response }): typeof bodies => [
      ['request', `${type} request`, request],
      ['response', `${type} response`, response],
    ]),
  ];
  const requests = bodies.filter(([side]) => side === 'request');
  // A response repeats the parameters of the request, so they stay closed there too.
  const echoed = new Set(requests.flatMap(([, , schema]) => [...walk(schema)].map((node) => node.schema)));
  for (const [side, label, schema] of bodies) {
    for (const node of walk(schema)) {
      const place = node.path === '' ? label : `${label} ${node.path}`;
      for (const problem of schemaProblems(node)) yield `${place}: ${problem}`;
      // A misspelt member of a signed request must not be dropped silently.
      if (side === 'request' && openness(node.schema) === 'open') {
        yield `${place}: an open object in a request; use z.strictObject`;
      }
      if (side === 'response' && openness(node.schema) === 'closed' && !echoed.has(node.schema)) {
        yield `${place}: a closed object in a response; use z.object`;
      }
    }
  }
}

const misfit = (schema: z.ZodType, value: unknown): string | undefined =>
  schema
    .safeParse(value)
    .error?.issues.map((issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`)
    .join('; ');

function* exampleProblems(unit: Unit): Generator<string> {
  const examples: [label: string, schema: z.ZodType, make: () => unknown][] = [
    ['request example', unit.request, () => requestExample(unit)],
    ...Object.entries(responseExamples(unit)).map(([name, { value }]): (typeof examples)[number] => [
      `response example ${name}`,
      unit.response,
      () => value,
    ]),
  ];
  if (unit.kind === 'activity' && !('selection' in unit)) {
    for (const { type, parameters, result, upgrade, downgrade, example } of unit.superseded) {
      examples.push([`example of ${type}`, parameters, () => example]);
      if (typeof upgrade === 'function' && misfit(parameters, example) === undefined) {
        examples.push([`upgraded example of ${type}`, unit.parameters, () => upgrade(example)]);
      }
      examples.push([`downgraded result example for ${type}`, result, () => downgrade(unit.example.result as never)]);
    }
  }
  for (const [label, schema, make] of examples) {
    try {
      const reason = misfit(schema, make());
      if (reason !== undefined) yield `${label} does not fit: ${reason}`;
    } catch (error) {
      yield `${label} cannot be made: ${error}`;
    }
  }
}

type Files = readonly [file: string, unit: Unit][];

function* nameProblems(units: Files): Generator<string> {
  const owners = new Map<string, string>();
  for (const [file, unit] of units) {
    const types = unit.kind === 'activity' ? [unit.type, ...unit.superseded.map((older) => older.type)] : [];
    for (const name of [unit.name, ...types]) {
      const owner = owners.get(name);
      if (owner !== undefined) yield `${file}: ${name} is also defined by ${owner}`;
      owners.set(name, file);
    }
    if (!file.endsWith(`/${unit.name.replaceAll('_', '-')}.ts`)) {
      yield `${file}: defines ${unit.name}; a unit must have the name of its file`;
    }
  }
}

/** Generators confuse these with types of their language: a client in Java would not compile. */
const takenNames = new Set(['Array', 'Date', 'DateTime', 'File', 'List', 'Map', 'Set', 'Timestamp', 'URI', 'UUID']);

function* componentProblems(units: Files): Generator<string> {
  const owners = new Map<string, { schema: z.core.$ZodType; file: string }>();
  for (const [file, unit] of units) {
    for (const { schema } of [...walk(unit.request), ...walk(unit.response)]) {
      const { id, description } = metadataOf(schema);
      if (id === undefined) continue;
      const owner = owners.get(id);
      if (owner?.schema === schema) continue;
      if (owner !== undefined)
        yield `${file}: component ${id} is registered twice; ${owner.file} uses another of that name`;
      if (!description) yield `${file}: component ${id} has no description`;
      if (takenNames.has(id)) yield `${file}: component ${id} has the name of a type of other languages`;
      owners.set(id, { schema, file });
    }
  }
}

/** The file of a unit: the directory is its chapter, and the registry is generated from file names. */
const fileOf = (wireName: string, { tag }: Unit) => `operations/${chapterOf(tag)}/${wireName.replaceAll('_', '-')}.ts`;

const problemsOfUnit = [wordProblems, referenceProblems, versionProblems, bodyProblems, exampleProblems];

/** Throws a ContractError that lists every violation of the rules of the contract. */
export function assertContract(units: Readonly<Record<string, Unit>>): void {
  const files: Files = Object.entries(units).map(([wireName, unit]) => [fileOf(wireName, unit), unit]);
  const problems = [
    ...nameProblems(files),
    ...componentProblems(files),
    ...files.flatMap(([file, unit]) =>
      problemsOfUnit.flatMap((problemsOf) => [...problemsOf(unit)].map((problem) => `${file}: ${problem}`)),
    ),
  ];
  if (problems.length > 0) throw new ContractError([...new Set(problems)]);
}
