import { z } from 'zod';

export const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/** A shape with one member a line, so that a difference names the member. */
export const lines = (shape: string): string[] => shape.replaceAll(/\s+\| /g, ' | ').split(/(?<=[{,])\s+|\s+(?=\})/);

/** The shape of a schema, written as in TypeScript; the components inside that are `named` are written by name. */
export function shapeOf(schema: z.core.$ZodType, named: readonly string[]): string[] {
  return lines(written(schema));

  function render(schema: z.core.$ZodType): string {
    const { id } = z.globalRegistry.get(schema) ?? {};
    return id !== undefined && named.includes(id) ? id : written(schema);
  }

  function written(schema: z.core.$ZodType): string {
    const def = definitionOf(schema);
    switch (def.type) {
      case 'string':
      case 'boolean':
        return def.type;
      case 'number':
        return (schema as z.ZodNumber).isInt ? 'integer' : 'number';
      case 'enum':
        return Object.values(def.entries).join(' | ');
      case 'literal':
        return def.values.join(' | ');
      case 'union':
        return def.options.map(render).join(' | ');
      case 'array': {
        const element = render(def.element);
        return element.includes(' | ') && !element.startsWith('{') ? `(${element})[]` : `${element}[]`;
      }
      case 'record':
        return 'object';
      case 'object': {
        const members = Object.entries(def.shape).map(([name, member]) => {
          const inner = definitionOf(member);
          return inner.type === 'optional' ? `${name}?: ${render(inner.innerType)}` : `${name}: ${render(member)}`;
        });
        return `{ ${members.join(', ')} }`;
      }
      default:
        throw new Error(`no notation for ${def.type}`);
    }
  }
}
