import { z } from 'zod';

/** A schema inside another one. */
export interface Node {
  readonly schema: z.core.$ZodType;
  /** Its location, for messages: `parameters.users[].userName`. */
  readonly path: string;
  /** The name of the object member that it describes; absent for the root, list items and other inner schemas. */
  readonly member?: string;
  /** The schemas around it, outermost first. */
  readonly ancestors: readonly z.core.$ZodType[];
}

/** The definition of a schema, as a union discriminated by `type`. */
export const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/** The schema inside an optional wrapper. The wrapper says only whether a member is required. */
export const unwrapOptional = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = definitionOf(schema);
  return def.type === 'optional' ? def.innerType : schema;
};

interface ListedRule {
  readonly errorCode: string;
  readonly description: string;
}

export interface Metadata {
  readonly id?: string | undefined;
  readonly description?: string | undefined;
  readonly examples?: readonly unknown[];
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly 'x-rules'?: readonly ListedRule[];
}

export const metadataOf = (schema: z.core.$ZodType): Metadata => z.globalRegistry.get(schema) ?? {};

/** Whether a schema is among its own ancestors; the walk does not enter it again. */
export const isRecursive = ({ schema, ancestors }: Node): boolean => ancestors.includes(schema);

const childrenOf = (node: Node): Node[] => {
  if (isRecursive(node)) return [];
  const { schema, path } = node;
  const ancestors = [...node.ancestors, schema];
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([member, inner]) => ({
        schema: inner,
        path: path === '' ? member : `${path}.${member}`,
        member,
        ancestors,
      }));
    case 'array':
      return [{ schema: def.element, path: `${path}[]`, ancestors }];
    case 'record':
      return [
        { schema: def.keyType, path: `${path}{key}`, ancestors },
        { schema: def.valueType, path: `${path}{}`, ancestors },
      ];
    case 'union':
      return def.options.map((option) => ({ schema: option, path, ancestors }));
    default:
      return 'innerType' in def ? [{ schema: def.innerType as z.core.$ZodType, path, ancestors }] : [];
  }
};

/** The schema and everything inside it, outermost first. */
export function* walk(schema: z.core.$ZodType): Generator<Node> {
  const open: Node[] = [{ schema, path: '', ancestors: [] }];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    yield node;
    open.unshift(...childrenOf(node));
  }
}

/** The rules that a schema and everything inside it list. */
export const rulesOf = (schema: z.core.$ZodType): readonly ListedRule[] =>
  [...walk(schema)].flatMap((node) => metadataOf(node.schema)['x-rules'] ?? []);
