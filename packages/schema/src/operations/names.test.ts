import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { registry } from '../registry.ts';

interface JsonSchema {
  readonly type?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

interface Text {
  readonly path: string;
  readonly member: string;
  readonly pattern: RegExp | undefined;
}

/** The texts in a schema, apart from those of enumerations. */
function textsOf(of: z.ZodType): Text[] {
  const root = z.toJSONSchema(of) as JsonSchema;
  const textsIn = ({ $ref, ...schema }: JsonSchema, path: string, member: string): Text[] => {
    if ($ref !== undefined) return textsIn(root.$defs?.[$ref.replace('#/$defs/', '')] ?? {}, path, member);
    const { type, pattern, properties = {}, items } = schema;
    if (type === 'string' && !schema.enum && schema.const === undefined)
      return [{ path, member, pattern: pattern === undefined ? undefined : new RegExp(pattern) }];
    return [
      ...Object.entries(properties).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`, name)),
      ...(items ? textsIn(items, `${path}[]`, member) : []),
    ];
  };
  return textsIn(root, '', '');
}

/** What people recognise something by. */
const isName = ({ member }: Text) => /(?:name|label|userTag)$/i.test(member);

const units = Object.values(registry);
const requests = units.flatMap((unit): [string, z.ZodType][] => [
  [unit.name, unit.request],
  ...('superseded' in unit ? unit.superseded.map((older): [string, z.ZodType] => [older.type, older.request]) : []),
]);
const named = requests.filter(([, schema]) => textsOf(schema).some(isName));

describe('names in requests', () => {
  test('behavior: there are many', () => expect(named.length).toBeGreaterThan(40));

  test.each(named)('error: %s takes no character that nobody sees', (_, schema) => {
    const names = textsOf(schema).filter(isName);
    const accepting = names.filter(({ pattern }) => pattern?.test('Ada\u202e') !== false || pattern.test('A\u200bda'));
    expect(accepting.map(({ path }) => path)).toEqual([]);
  });
});

test.each(units.map((unit) => [unit.name, unit] as const))(
  'behavior: answers of %s may have older names',
  (_, unit) => {
    const refusing = textsOf(unit.response).filter((text) => isName(text) && text.pattern?.test('Ada\u202e') === false);
    // An answer repeats the request, which was accepted.
    const others = refusing.filter(({ path }) => !path.startsWith('.activity.intent.'));
    expect(others.map(({ path }) => path)).toEqual([]);
  },
);
