import { codePointName } from '../syntax/hidden-characters.ts';
import { PolicyError } from '../syntax/policy-error.ts';
import { describeToken } from '../syntax/token.ts';
import type { Form, Type } from '../values/type.ts';
import type { Node } from './node.ts';

/** The form of a string, or of the strings in a list. */
export function formOf(type: Type): Form | undefined {
  if (type.kind === 'list') return formOf(type.item);
  return type.kind === 'string' ? type.form : undefined;
}

/**
 * Gives this form to every string literal that the value of the node can come from, also by way of lists and of variables that
 * stand for their items, or refuses the literal. Otherwise an address with a look-alike character or another notation would be
 * accepted and never match.
 */
export function conform(text: string, node: Node, form: Form): void {
  switch (node.kind) {
    case 'literal':
      if (typeof node.value === 'string') conformLiteral(text, node, node.value, form);
      break;
    case 'list':
      for (const item of node.parts) conform(text, item, form);
      break;
    case 'variable':
      conform(text, node.variable.list, form);
      break;
    case 'index':
    case 'slice':
    case 'filter': {
      const [object] = node.parts;
      // A part of a string does not have the form of the whole.
      if (object?.type.kind === 'list') conform(text, object, form);
    }
  }
}

function conformLiteral(text: string, node: Node & { kind: 'literal' }, value: string, form: Form): void {
  if (node.form === form) return;
  // Without its quotes, as written: the value may have been replaced already.
  const written = text.slice(node.start + 1, node.end - 1);
  const read = form.read(written);
  if (read === undefined) {
    throw new PolicyError(text, node.start, `expected ${form.name}, found ${found(written)}`);
  }
  if (node.form && read !== value) {
    const reason = `expected ${node.form.name}, because the same string is compared with ${node.form.name} and with ${form.name}`;
    throw new PolicyError(text, node.start, reason);
  }
  node.value = read;
  node.form = form;
}

function found(written: string): string {
  const described = describeToken({ kind: 'string', text: written, start: 0, end: 0 });
  const characters = [...written];
  const position = characters.findIndex((character) => character > '\u007e');
  const character = characters[position];
  if (character === undefined) return described;
  return `${described}, whose character ${position + 1} is ${codePointName(character.codePointAt(0) ?? 0)}`;
}
