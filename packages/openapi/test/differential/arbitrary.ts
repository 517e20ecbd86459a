import { repetitions } from '@mintmark/testing/effort';
import fc from 'fast-check';
import type { z } from 'zod';
import { definitionOf, metadataOf } from '../../src/schema-tree.ts';

/** Decides which values are generated. */
export const seed = 20260101;

type Checks = readonly z.core.$ZodCheck[] | undefined;

const limit = (checks: Checks, name: string, member: string): number | undefined => {
  const found = (checks ?? []).map((check) => check._zod.def as Record<string, unknown> & { check: string });
  return found.find((check) => check.check === name)?.[member] as number | undefined;
};

/** How many texts of a pattern there are to choose from. */
const maxTexts = repetitions({ usual: 500, full: 10_000 });
const textsByPattern = new Map<string, fc.Arbitrary<string>>();

/** Texts that match a pattern. They are generated once, because values contain dozens of them, and each takes long. */
function matching(pattern: RegExp): fc.Arbitrary<string> {
  const known = textsByPattern.get(String(pattern));
  if (known) return known;
  const texts = new Set(fc.sample(fc.stringMatching(pattern), { seed, numRuns: maxTexts }));
  const made = fc.constantFrom(...texts);
  textsByPattern.set(String(pattern), made);
  return made;
}

const text = (schema: z.core.$ZodType, checks: Checks): fc.Arbitrary<unknown> => {
  const pattern = (checks ?? [])
    .map((check) => (check._zod.def as { pattern?: RegExp }).pattern)
    .find((found) => found !== undefined);
  const examples = metadataOf(schema).examples ?? [];
  const any = pattern
    ? matching(pattern)
    : fc.string({ minLength: limit(checks, 'min_length', 'minimum') ?? 0, maxLength: 40, unit: 'binary' });
  return examples.length > 0 ? fc.oneof(fc.constantFrom(...examples), any) : any;
};

/** Values that have the form of a schema. They may violate its rules. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'string':
      return text(schema, def.checks);
    case 'number':
      return fc.integer({
        min: limit(def.checks, 'greater_than', 'value') ?? -1000,
        max: limit(def.checks, 'less_than', 'value') ?? 1000,
      });
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'union':
      return fc.oneof(...def.options.map(arbitraryOf));
    case 'array':
      return fc.array(arbitraryOf(def.element), {
        minLength: limit(def.checks, 'min_length', 'minimum') ?? 0,
        maxLength: 3,
      });
    case 'record':
      return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
    case 'object': {
      const shape = Object.entries(def.shape);
      return fc.record(
        Object.fromEntries(
          shape.map(([key, value]) => {
            const inner = definitionOf(value);
            return [key, arbitraryOf(inner.type === 'optional' ? inner.innerType : value)];
          }),
        ),
        { requiredKeys: shape.filter(([, value]) => definitionOf(value).type !== 'optional').map(([key]) => key) },
      );
    }
    default:
      throw new Error(`no arbitrary for ${def.type}`);
  }
}
