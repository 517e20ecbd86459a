import type { Type } from '@mintmark/policy';
import { conditionScope } from '@mintmark/policy/namespaces';
import { expect, test } from 'vitest';
import { type ValueOrder, valueOrder } from './value-order.ts';

/** The names in an order that the type of the value does not have. */
function unknownIn(order: ValueOrder, type: Type, path: string): string[] {
  const inner = type.kind === 'list' ? type.item : type;
  return order.flatMap((entry) => {
    const [name, rest] = typeof entry === 'string' ? [entry] : entry;
    const found = inner.kind === 'struct' ? inner.fields[name] : undefined;
    if (!found) return [`${path}.${name}`];
    return rest ? unknownIn(rest, found.type, `${path}.${name}`) : [];
  });
}

test('default: everything that can be signed has an order, which names only fields that exist', () => {
  const signed = Object.keys(conditionScope).filter((name) => /^(eth|solana|bitcoin|tron)\./.test(name));
  expect(Object.keys(valueOrder)).toEqual(expect.arrayContaining(signed));
  const unknown = Object.entries(valueOrder).flatMap(([namespace, order]) => {
    const found = conditionScope[namespace];
    return found ? unknownIn(order, found.type, namespace) : [namespace];
  });
  expect(unknown).toEqual([]);
});
