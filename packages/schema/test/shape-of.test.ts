import { expect, test } from 'vitest';
import { z } from 'zod';
import { lines, shapeOf } from './shape-of.ts';

const Part = z.object({ a: z.string() }).meta({ id: 'ShapePart' });

test('default', () => {
  const schema = z.object({
    a: z.string(),
    b: z.array(z.enum(['X', 'Y'])).optional(),
    c: z.object({ d: z.int(), e: z.number(), f: z.boolean() }),
    g: z.array(z.object({})),
    h: z.union([z.literal(1), z.literal(2)]),
    i: z.record(z.string(), z.unknown()),
    j: z.array(z.object({ k: z.enum(['X', 'Y']) })),
  });
  expect(shapeOf(schema, [])).toEqual(
    lines(`{
      a: string,
      b?: (X | Y)[],
      c: { d: integer, e: number, f: boolean },
      g: { }[],
      h: 1 | 2,
      i: object,
      j: { k: X | Y }[]
    }`),
  );
});

test('behavior: components inside are written by name where they are to be, the schema itself never', () => {
  const schema = z.object({ part: Part.optional(), parts: z.array(Part) });
  expect(shapeOf(schema, ['ShapePart'])).toEqual(lines('{ part?: ShapePart, parts: ShapePart[] }'));
  expect(shapeOf(schema, [])).toEqual(lines('{ part?: { a: string }, parts: { a: string }[] }'));
  expect(shapeOf(Part, ['ShapePart'])).toEqual(lines('{ a: string }'));
});

test('error: what it has no notation for', () => {
  expect(() => shapeOf(z.object({ a: z.string().nullable() }), [])).toThrow('no notation for nullable');
});
