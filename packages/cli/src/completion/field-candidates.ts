import { type ContractDocument, resolveSchema, type Schema } from '../call/contract-document.ts';
import type { Candidate } from './candidate.ts';

/**
 * The fields, or the values of a field, that could stand at the cursor.
 *
 * @param current The word that the cursor is in.
 * @param given The fields that are written already.
 */
export function fieldCandidates(
  document: ContractDocument,
  schema: Schema,
  current: string,
  given: readonly string[],
): Candidate[] {
  const [name = '', value] = current.split('=', 2);
  const path = name.split('.');
  const last = value === undefined ? path.pop() : undefined;
  let holder: Schema | undefined = resolveSchema(document, schema);
  for (const step of path) holder = holder && innerOf(document, holder, step);
  if (!holder) return [];
  const before = path.map((step) => `${step}.`).join('');
  if (last === undefined) return valuesOf(holder).map((word) => ({ word: `${name}=${word}` }));
  const names = given.map((word) => word.split(/:?=/, 1)[0] ?? '');
  return namesIn(holder, before, names).flatMap((step) => {
    const inner = holder && innerOf(document, holder, step);
    if (!inner || names.includes(before + step)) return [];
    const isNested = inner.type === 'object' || inner.type === 'array';
    return [{ word: `${before}${step}${isNested ? '.' : '='}`, about: inner.description }];
  });
}

function innerOf(
  document: ContractDocument,
  { type, items, properties = {} }: Schema,
  step: string,
): Schema | undefined {
  const written = type === 'array' ? items : Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (!written) return undefined;
  const schema = resolveSchema(document, written);
  return written.description ? { ...schema, description: written.description } : schema;
}

const valuesOf = (schema: Schema): readonly string[] =>
  schema.enum?.map(String) ?? (schema.type === 'boolean' ? ['true', 'false'] : []);

/** The names of fields, or for a list the numbers of its entries so far and the next one. */
function namesIn({ type, properties = {} }: Schema, before: string, given: readonly string[]): string[] {
  if (type !== 'array') return Object.keys(properties);
  const inside = given.filter((name) => name.startsWith(before)).map((name) => name.slice(before.length));
  const count = Math.max(-1, ...inside.map((name) => Number.parseInt(name, 10)).filter(Number.isInteger)) + 1;
  return Array.from({ length: Math.min(count, 100) + 1 }, (_, index) => String(index));
}
