import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { definitionOf, isRecursive, metadataOf, type Node, unwrapOptional } from './schema-tree.ts';

/**
 * Refuses schemas that Zod, the document and generated clients would interpret differently. The rules list what is allowed,
 * so anything new is refused until somebody has reviewed it.
 */

interface Check {
  readonly check: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly inclusive?: boolean;
}

const aTransform = 'a transform; the contract describes what is sent, not how it is processed';

const checksOf = (schema: z.core.$ZodType): Check[] => {
  const { checks = [] } = definitionOf(schema) as { checks?: z.core.$ZodCheck[] };
  return checks.map((check) => check._zod.def as unknown as Check);
};

const plainTypes = new Set(['array', 'boolean', 'enum', 'number', 'object', 'string', 'unknown']);

function* typeProblems(node: Node): Generator<string> {
  const { schema, member } = node;
  if (isRecursive(node)) return yield `refers to itself, which the document cannot express`;
  const def = definitionOf(schema);
  if ('coerce' in def && def.coerce) yield aTransform;
  if (plainTypes.has(def.type)) return;
  switch (def.type) {
    case 'optional':
      if (member === undefined) yield 'an optional schema that is not a member of an object';
      if (metadataOf(schema).description !== undefined)
        yield 'a description on the optional wrapper; put it on the inner schema';
      return;
    case 'record':
      if (checksOf(def.keyType).length > 0 || definitionOf(def.keyType).type !== 'string') {
        yield 'a record with restricted keys';
      }
      return;
    case 'literal':
      if (def.values.length !== 1) yield 'a literal of several values; use an enum';
      else if (!['string', 'number', 'boolean'].includes(typeof def.values[0]))
        yield 'a literal that JSON Schema does not have';
      return;
    case 'union':
      if (def.options.some((option) => definitionOf(option).type !== 'literal'))
        yield 'a union of anything but literals';
      return;
    case 'nullable':
    case 'null': {
      const { id } = metadataOf('innerType' in def ? def.innerType : schema);
      yield `nullable${id ? ` component ${id}` : ''}; make the field optional instead`;
      return;
    }
    case 'default':
    case 'prefault':
      yield 'a default; the server applies defaults, the contract describes them';
      return;
    case 'transform':
    case 'pipe':
      yield aTransform;
      return;
    default:
      yield `the type ${def.type}, which the document cannot express exactly`;
  }
}

/** The checks that reach the document, by the type of the schema that has them. */
const allowedChecks: Record<string, readonly string[]> = {
  string: ['min_length', 'max_length', 'string_format'],
  number: ['greater_than', 'less_than', 'number_format'],
  array: ['min_length', 'max_length'],
};

function* checkProblems({ schema }: Node): Generator<string> {
  const { type } = definitionOf(schema);
  const checks = checksOf(schema);
  const listed = metadataOf(schema)['x-rules'] ?? [];
  if (checks.filter(({ check }) => check === 'custom').length !== listed.length) {
    yield 'a refinement that is not a listed rule; give it to the component as a Rule';
  }
  for (const check of checks) {
    if (check.check === 'overwrite') yield aTransform;
    else if (check.check !== 'custom' && !allowedChecks[type]?.includes(check.check)) {
      yield `the check ${check.check}, which is lost in the document`;
    }
  }
}

function* stringProblems({ schema }: Node): Generator<string> {
  const def = definitionOf(schema);
  if (def.type !== 'string') return;
  if ('format' in def)
    yield `the string format ${def.format}, which is lost in the document; use a type of vocabulary.ts`;
  const formats = checksOf(schema).filter((check) => check.check === 'string_format');
  for (const { format } of formats) {
    if (format !== 'regex') yield `the string format ${format}, which is lost in the document`;
  }
  const patterns = formats.flatMap(({ pattern }) => (pattern ? [pattern] : []));
  if (patterns.length > 1) yield 'several patterns; the document would keep only the first';
  for (const pattern of patterns) {
    if (pattern.flags !== '') yield `the pattern ${pattern} has flags, which JSON Schema does not support`;
    for (const example of metadataOf(schema).examples ?? []) {
      if (!pattern.test(String(example))) yield `the pattern ${pattern} refuses its own example ${example}`;
    }
  }
}

function* numberProblems({ schema }: Node): Generator<string> {
  const def = definitionOf(schema);
  if (def.type !== 'number') return;
  const checks = checksOf(schema);
  if (!('format' in def) || def.format !== 'safeint') yield 'a number that is not a z.int()';
  if (checks.some((check) => check.inclusive === false)) yield 'an exclusive limit; use min and max';
  if (!['greater_than', 'less_than'].every((bound) => checks.some(({ check }) => check === bound))) {
    yield 'an integer without a smallest and a largest value; the limits of languages differ';
  }
}

const knownMetadata = new Set(['id', 'description', 'examples', 'x-rules']);

/** Metadata goes into the document unchanged, so it must not contradict the schema. */
function* metadataProblems({ schema }: Node): Generator<string> {
  const { type, enum: values, ...metadata } = metadataOf(schema);
  for (const key of Object.keys(metadata)) {
    if (!knownMetadata.has(key)) yield `the metadata ${key}, which the schema itself does not check`;
  }
  const def = definitionOf(schema);
  if (def.type === 'union') {
    const literals = def.options.flatMap((option) => {
      const inner = definitionOf(option);
      return inner.type === 'literal' ? inner.values : [];
    });
    const integers = literals.every((value) => Number.isInteger(value));
    if (!integers || type !== 'integer' || !isDeepStrictEqual(values, literals)) {
      yield 'a union whose metadata does not give its literals as one enumeration of integers';
    }
  } else if (type !== undefined || values !== undefined) {
    yield 'metadata that declares a type or an enumeration';
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

function* wordProblems({ schema, member }: Node): Generator<string> {
  if (member !== undefined && !metadataOf(unwrapOptional(schema)).description) yield 'has no description';
  const lost = lostComponent(schema);
  if (lost !== undefined) {
    yield `describes or refines the component ${lost} at its use, which would put a copy into the document; do it where the component is defined`;
  }
}

const problems = [typeProblems, checkProblems, stringProblems, numberProblems, metadataProblems, wordProblems];

/** The problems of a schema itself, without those of the schemas inside it. */
export function* schemaProblems(node: Node): Generator<string> {
  for (const problemsOf of problems) yield* problemsOf(node);
}

/** Whether a schema is an object that accepts unknown members. */
export const openness = (schema: z.core.$ZodType): 'open' | 'closed' | undefined => {
  const def = definitionOf(schema);
  if (def.type === 'record') return 'open';
  if (def.type !== 'object') return undefined;
  return def.catchall !== undefined && definitionOf(def.catchall).type === 'never' ? 'closed' : 'open';
};
