import { activities, registry } from '@mintmark/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildDocument } from '../build-document.ts';
import { metadataOf, walk } from '../schema-tree.ts';
import { arbitraryOf } from './arbitrary.ts';
import { mutated } from './mutation.ts';

const runs = 150;
const seed = 20260101;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(buildDocument(registry, '0.0.0'), 'document');

type Accepts = (value: unknown) => boolean;

const documented = (name: string): Accepts => ajv.compile({ $ref: `document#/components/schemas/${name}` });
const zodJsonSchema = (schema: z.ZodType): Accepts => ajv.compile(z.toJSONSchema(schema, { io: 'input' }));

const counts = { inputs: 0, accepted: 0, refused: 0, 'refused by a rule alone': 0 };
afterAll(() => {
  console.log(
    `differential: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
});

/** Fails unless all sides agree, or Zod alone refuses and only for rules that the schema lists. */
const compare = (schema: z.ZodType, sides: Record<string, Accepts>) => (value: unknown) => {
  const rules = new Set(
    [...walk(schema)].flatMap((node) => (metadataOf(node.schema)['x-rules'] ?? []).map((rule) => rule.errorCode)),
  );
  const parsed = schema.safeParse(value);
  const byRule =
    !parsed.success &&
    parsed.error.issues.every((issue) => issue.code === 'custom' && rules.has(issue.params?.['errorCode']));
  counts.inputs += 1;
  counts[parsed.success ? 'accepted' : byRule ? 'refused by a rule alone' : 'refused'] += 1;
  for (const [side, accepts] of Object.entries(sides)) {
    if (byRule) expect(accepts(value), `${side}, and Zod refuses by a rule`).toBe(true);
    else expect(accepts(value), `${side} (Zod: ${JSON.stringify(parsed.error?.issues)})`).toBe(parsed.success);
  }
};

const check = (schema: z.ZodType, sides: Record<string, Accepts>) => {
  const agree = compare(schema, sides);
  const valid = arbitraryOf(schema);
  fc.assert(fc.property(valid, agree), { seed, numRuns: runs });
  fc.assert(fc.property(mutated(valid), agree), { seed, numRuns: 3 * runs });
};

describe.each(Object.entries(registry))('%s', (_file, unit) => {
  test.each(['request', 'response'] as const)('behavior: Zod, document and JSON Schema agree on the %s', (side) => {
    const schema: z.ZodType = unit[side];
    check(schema, {
      document: documented(String(metadataOf(schema).id)),
      'z.toJSONSchema': zodJsonSchema(schema),
    });
  });
});

const superseded = Object.values(activities).flatMap((unit) =>
  unit.superseded.map((older) => [older.type, older] as const),
);

describe.each(superseded)('%s', (_type, older) => {
  test.each(['request', 'response'] as const)('behavior: Zod and JSON Schema agree on the %s', (side) => {
    const schema: z.ZodType = older[side];
    check(schema, { 'z.toJSONSchema': zodJsonSchema(schema) });
  });
});
