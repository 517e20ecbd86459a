import type { Node } from './node.ts';

/** The dotted name of what a node reads, also through lists, their items and maps. */
export function pathOf(node: Node): string | undefined {
  const [object] = node.parts;
  switch (node.kind) {
    case 'namespace':
      return node.name;
    case 'variable':
      return pathOf(node.variable.list);
    case 'field': {
      const path = object && pathOf(object);
      return path === undefined ? undefined : `${path}.${node.field}`;
    }
    case 'index':
    case 'slice':
    case 'filter':
      return object && pathOf(object);
    default:
      return undefined;
  }
}

/** What a node reads from the request, as one would write it, or undefined if it does more than read: `eth.tx.data[0..10]`. */
export function readingOf(node: Node): string | undefined {
  if (node.kind === 'namespace') return node.name;
  const [object, index] = node.parts;
  const reading = object && readingOf(object);
  if (reading === undefined) return undefined;
  switch (node.kind) {
    case 'field':
      return `${reading}.${node.field}`;
    case 'count':
      return `${reading}.count()`;
    case 'slice':
      return `${reading}[${node.from}..${node.to}]`;
    case 'index':
      if (index?.kind !== 'literal') return undefined;
      return typeof index.value === 'string' ? `${reading}['${index.value}']` : `${reading}[${index.value}]`;
    default:
      return undefined;
  }
}
