import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Accepts, assertAgreement } from './agreement.ts';

const ajv = new Ajv2020({ strict: false });
const check = (schema: z.ZodType, other: Accepts = ajv.compile(z.toJSONSchema(schema, { io: 'input' }))) => {
  const tally = { accepted: 0, refused: 0, refusedByRule: 0 };
  assertAgreement(schema, { other }, tally);
  return tally;
};

test('default: sides that agree', () => {
  const tally = check(z.strictObject({ member: z.enum(['a', 'b']) }));
  expect(tally).toMatchObject({ accepted: expect.any(Number), refusedByRule: 0 });
  expect(tally.accepted).toBeGreaterThan(150);
  expect(tally.refused).toBeGreaterThan(150);
});

test('behavior: Zod may refuse by a rule that the schema lists', () => {
  const schema = z
    .string()
    .refine((text) => text.length < 5, { params: { errorCode: 'SHORT' } })
    .meta({ 'x-rules': [{ errorCode: 'SHORT', description: '' }] });
  expect(check(schema).refusedByRule).toBeGreaterThan(0);
});

test('error: a refinement that the schema does not list', () => {
  expect(() => check(z.string().refine((text) => text.length < 5))).toThrow('other accepts');
});

test('error: a limit that the other side counts in UTF-16 units', () => {
  const schema = z.strictObject({ member: z.string().max(256) });
  const inUnits = (value: unknown) => {
    const { success, data } = schema.safeParse(value);
    return success && data.member.length <= 256;
  };
  expect(() => check(schema, inUnits)).toThrow('other refuses');
});

test('error: an enumeration that lost a value in the document', () => {
  expect(() => check(z.enum(['a', 'b']), (value) => value === 'a')).toThrow('other refuses');
});

test('error: an object that is no longer closed in the document', () => {
  const schema = z.strictObject({ member: z.boolean() });
  const open = ajv.compile({ type: 'object', required: ['member'], properties: { member: { type: 'boolean' } } });
  expect(() => check(schema, open)).toThrow('other accepts');
});
