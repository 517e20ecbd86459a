import { PolicyError } from '../syntax/policy-error.ts';
import type { Comparison } from '../syntax/syntax.ts';
import { describeType } from '../values/describe-type.ts';
import type { Form, Type } from '../values/type.ts';
import { conform, formOf } from './conform.ts';
import type { Node } from './node.ts';

const EQUATED = ['bool', 'int', 'string', 'timestamp', 'any'];
const ORDERED = ['int', 'timestamp', 'any'];

/** Refuses a comparison of values that cannot be compared, and gives string literals the form of what they are compared with. */
export function checkComparison(text: string, syntax: Comparison, [left, right]: readonly [Node, Node]): void {
  const { operator, operatorStart } = syntax;
  if (operator === 'in') {
    if (right.type.kind !== 'list' && right.type.kind !== 'any') {
      throw new PolicyError(text, right.start, `expected a list after 'in', found ${describeType(right.type)}`);
    }
    checkItem(text, left, right);
    return;
  }
  const equality = operator === '==' || operator === '!=';
  const accepted = equality ? EQUATED : ORDERED;
  const words = equality ? 'a boolean, an integer, a string or a timestamp' : 'an integer or a timestamp';
  for (const { type } of [left, right]) {
    if (accepted.includes(type.kind)) continue;
    throw new PolicyError(
      text,
      operatorStart,
      `expected ${words} on both sides of '${operator}', found ${describeType(type)}`,
    );
  }
  checkSameKind(text, left.type, right);
  conformBoth(text, left, right);
}

/** Refuses an item that the list cannot contain. */
export function checkItem(text: string, item: Node, list: Node): void {
  const expected: Type = list.type.kind === 'list' ? list.type.item : { kind: 'any' };
  for (const type of [item.type, expected]) {
    if (EQUATED.includes(type.kind)) continue;
    const words = 'a boolean, an integer, a string or a timestamp as an item to compare';
    throw new PolicyError(text, item.start, `expected ${words}, found ${describeType(type)}`);
  }
  checkSameKind(text, expected, item);
  conformBoth(text, item, list);
}

/** The type of the items of a list literal. */
export function commonType(text: string, items: readonly Node[]): Type {
  let common: Type = { kind: 'any' };
  for (const item of items) {
    if (common.kind === 'any') common = item.type;
    checkSameKind(text, common, item);
    const [form, known] = [formOf(item.type), formOf(common)];
    if (form && !known) common = item.type;
    if (form && known && form.name !== known.name) {
      throw new PolicyError(text, item.start, `expected ${known.name} like the preceding items, found ${form.name}`);
    }
  }
  const form = formOf(common);
  if (form) for (const item of items) conform(text, item, form);
  return common;
}

function checkSameKind(text: string, expected: Type, node: Node): void {
  if (expected.kind === 'any' || node.type.kind === 'any' || expected.kind === node.type.kind) return;
  throw new PolicyError(text, node.start, `expected ${describeType(expected)}, found ${describeType(node.type)}`);
}

/** What is known only when a request is evaluated. Hex is in lower case there, so a literal with capitals would never match. */
const anyText: Form = {
  name: 'hex in lower case',
  read: (text) => (/^0x[\da-f]*$/i.test(text) && text !== text.toLowerCase() ? undefined : text),
};

function conformBoth(text: string, left: Node, right: Node): void {
  const [leftForm, rightForm] = [left, right].map(({ type }) => (isAny(type) ? anyText : formOf(type)));
  if (leftForm) conform(text, right, leftForm);
  if (rightForm) conform(text, left, rightForm);
}

const isAny = (type: Type): boolean => (type.kind === 'list' ? isAny(type.item) : type.kind === 'any');
