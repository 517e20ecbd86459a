import { readFileSync } from 'node:fs';
import { activities, registry } from '@mintmark/schema';
import { repetitions } from '@mintmark/testing/effort';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, describe, test } from 'vitest';
import { z } from 'zod';
import { document, document30Path } from '../../src/index.ts';
import { metadataOf } from '../../src/schema-tree.ts';
import { type Accepts, assertAgreement } from './agreement.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'document');
const ajv30 = new Ajv({ strict: false });
ajv30.addSchema(JSON.parse(readFileSync(document30Path, 'utf8')), 'document');

const inDocument = (schema: z.ZodType, validator: Ajv | Ajv2020 = ajv): Accepts =>
  validator.compile({ $ref: `document#/components/schemas/${metadataOf(schema).id}` });
const asJsonSchema = (schema: z.ZodType): Accepts => ajv.compile(z.toJSONSchema(schema, { io: 'input' }));

/** Every schema has many members in common with others. */
const valid = repetitions({ usual: 15, full: 150 });
const runs = { valid, mutated: 3 * valid };

const tally = { accepted: 0, refused: 0, refusedByRule: 0 };
afterAll(() => {
  const { accepted, refused, refusedByRule } = tally;
  console.log(
    `differential: ${accepted + refused + refusedByRule} inputs, ${accepted} accepted by all, ${refused} refused by all, ` +
      `${refusedByRule} refused by a listed rule alone`,
  );
});

const sides = ['request', 'response'] as const;

describe.each(Object.entries(registry))('%s', (_file, unit) => {
  test.each(sides)('behavior: Zod, both documents and z.toJSONSchema agree on the %s', (side) => {
    const schema: z.ZodType = unit[side];
    const documents = { document: inDocument(schema), 'document 3.0': inDocument(schema, ajv30) };
    assertAgreement(schema, { ...documents, 'z.toJSONSchema': asJsonSchema(schema) }, tally, runs);
  });
});

interface History {
  readonly 'x-activity-versions': readonly {
    readonly type: string;
    readonly parameters: object;
    readonly result: object;
  }[];
}

const older = Object.values(activities).flatMap((unit) => {
  const operation = document.paths[unit.path]?.['post'] as History | undefined;
  const history = operation?.['x-activity-versions'] ?? [];
  return unit.superseded.map((entry) => [entry.type, entry, history.find(({ type }) => type === entry.type)] as const);
});

describe.each(older)('%s', (_type, entry, told) => {
  test.each(['parameters', 'result'] as const)('behavior: Zod and the document agree on the %s', (part) => {
    assertAgreement(entry[part], { document: ajv.compile(told?.[part] ?? false) }, tally, runs);
  });

  test.each(sides)('behavior: Zod and z.toJSONSchema agree on the %s', (side) => {
    const schema: z.ZodType = entry[side];
    assertAgreement(schema, { 'z.toJSONSchema': asJsonSchema(schema) }, tally, runs);
  });
});
