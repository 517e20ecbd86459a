import { z } from 'zod';

/** A schema inside another one. */
export interface Node {
  readonly schema: z.core.$ZodType;
  /** Where it stands, for people: `parameters.users[].userName`. */
  readonly path: string;
  /** The name of the object member that it is the value of; absent for the root, list items and other inner schemas. */
  readonly member?: string;
}

/** The definition behind a schema, as a union that `type` tells apart. */
export const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/** The schema behind optional wrappers, which change whether a member must be there and nothing about its value. */
export const unwrapOptional = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = definitionOf(schema);
  return def.type === 'optional' ? unwrapOptional(def.innerType) : schema;
};

export interface Metadata {
  readonly id?: string | undefined;
  readonly description?: string | undefined;
  readonly examples?: readonly unknown[];
  readonly 'x-rules'?: readonly { readonly errorCode: string; readonly description: string }[];
}

export const metadataOf = (schema: z.core.$ZodType): Metadata => z.globalRegistry.get(schema) ?? {};

const childrenOf = ({ schema, path }: Node): Node[] => {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([member, inner]) => ({
        schema: inner,
        path: path === '' ? member : `${path}.${member}`,
        member,
      }));
    case 'array':
      return [{ schema: def.element, path: `${path}[]` }];
    case 'record':
      return [{ schema: def.valueType, path: `${path}{}` }];
    case 'union':
      return def.options.map((option) => ({ schema: option, path }));
    default:
      return 'innerType' in def ? [{ schema: def.innerType as z.core.$ZodType, path }] : [];
  }
};

/** The schema and everything inside it, outermost first. */
export function* walk(schema: z.core.$ZodType, path = ''): Generator<Node> {
  const open: Node[] = [{ schema, path }];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    yield node;
    open.unshift(...childrenOf(node));
  }
}
