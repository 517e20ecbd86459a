import { PolicyError } from '../syntax/policy-error.ts';
import type { MethodCall, Syntax } from '../syntax/syntax.ts';
import { describeType, oneOf } from '../values/describe-type.ts';
import type { Scope, Type } from '../values/type.ts';
import { checkComparison, checkItem, commonType } from './check-comparison.ts';
import { checkFunction } from './check-function.ts';
import { NO_PARTS, type Node, type Variable } from './node.ts';
import { pathOf } from './path.ts';

const BOOL: Type = { kind: 'bool' };
const INT: Type = { kind: 'int' };
const STRING: Type = { kind: 'string' };
const ANY: Type = { kind: 'any' };
const METHODS = ['all', 'any', 'contains', 'count', 'filter'];

/** Resolves the names of an expression in a scope and gives each part its type. */
export class Checker {
  readonly namespaces = new Set<string>();
  readonly names = new Set<string>();
  readonly #text: string;
  readonly #scope: Scope;
  #variables: readonly Variable[] = [];

  constructor(text: string, scope: Scope) {
    this.#text = text;
    this.#scope = scope;
  }

  checkBool(syntax: Syntax): Node {
    return this.#expectKind(this.#check(syntax), 'bool');
  }

  #check(syntax: Syntax): Node {
    const { start, end } = syntax;
    switch (syntax.kind) {
      case 'bool':
        return { kind: 'literal', value: syntax.value, type: BOOL, parts: NO_PARTS, start, end };
      case 'int':
        return { kind: 'literal', value: syntax.value, type: INT, parts: NO_PARTS, start, end };
      case 'string':
        return { kind: 'literal', value: syntax.value, type: STRING, parts: NO_PARTS, start, end };
      case 'list': {
        const parts = syntax.items.map((item) => this.#check(item));
        return { kind: 'list', type: { kind: 'list', item: commonType(this.#text, parts) }, parts, start, end };
      }
      case 'name':
        return this.#variable(syntax) ?? this.#namespace(syntax) ?? this.#refuseName(syntax, syntax.name, start);
      case 'function':
        return checkFunction(this.#text, syntax, () => this.#now(syntax));
      case 'member':
        return this.#member(syntax);
      case 'method':
        return this.#method(syntax);
      case 'index':
        return this.#index(syntax);
      case 'slice': {
        const object = this.#expectKind(this.#check(syntax.object), 'list', 'string');
        const type = object.type.kind === 'string' ? partOf(object.type) : object.type;
        return { kind: 'slice', from: syntax.from, to: syntax.to, type, parts: [object], start, end };
      }
      case 'not':
        return { kind: 'not', type: BOOL, parts: [this.checkBool(syntax.operand)], start, end };
      case 'and':
      case 'or':
        return { kind: syntax.kind, type: BOOL, parts: syntax.operands.map((it) => this.checkBool(it)), start, end };
      case 'comparison': {
        const parts = [this.#check(syntax.left), this.#check(syntax.right)] as const;
        checkComparison(this.#text, syntax, parts);
        return { kind: 'comparison', operator: syntax.operator, type: BOOL, parts, start, end };
      }
    }
  }

  #variable({ name, start, end }: Syntax & { kind: 'name' }): Node | undefined {
    const variable = this.#variables.find((known) => known.name === name);
    return variable && { kind: 'variable', variable, type: variable.type, parts: NO_PARTS, start, end };
  }

  /** Tried from the outside in, so that the longest name of the scope is taken. */
  #namespace(syntax: Syntax): Node | undefined {
    const name = this.#dotted(syntax);
    const field = name !== undefined && Object.hasOwn(this.#scope, name) ? this.#scope[name] : undefined;
    if (name === undefined || !field) return undefined;
    this.namespaces.add(name);
    this.names.add(name);
    return { kind: 'namespace', name, type: field.type, parts: NO_PARTS, start: syntax.start, end: syntax.end };
  }

  #dotted(syntax: Syntax): string | undefined {
    if (syntax.kind === 'name')
      return this.#variables.some(({ name }) => name === syntax.name) ? undefined : syntax.name;
    const object = syntax.kind === 'member' ? this.#dotted(syntax.object) : undefined;
    return syntax.kind === 'member' && object !== undefined ? `${object}.${syntax.name}` : undefined;
  }

  #member(syntax: Syntax & { kind: 'member' }): Node {
    const namespace = this.#namespace(syntax);
    if (namespace) return namespace;
    const { name, nameStart, start, end } = syntax;
    const prefix = this.#dotted(syntax.object);
    if (prefix !== undefined && !Object.hasOwn(this.#scope, prefix) && this.#below(prefix).length > 0) {
      return this.#refuseName(syntax, `${prefix}.${name}`, nameStart);
    }
    const object = this.#check(syntax.object);
    const { type } = object;
    if (name === 'count' && (type.kind === 'list' || type.kind === 'any')) {
      return { kind: 'count', type: INT, parts: [object], start, end };
    }
    if (type.kind !== 'struct' && type.kind !== 'any') {
      const expected = type.kind === 'list' ? oneOf(METHODS) : type.kind === 'map' ? "['key']" : 'an operator';
      throw this.#error(nameStart, `expected ${expected} after ${describeType(type)}, found '.${name}'`);
    }
    if (type.kind === 'struct' && !Object.hasOwn(type.fields, name)) {
      const known = oneOf(Object.keys(type.fields));
      throw this.#error(nameStart, `expected a field of ${type.name} (${known}), found '${name}'`);
    }
    const field: Type = type.kind === 'struct' ? (type.fields[name]?.type ?? ANY) : ANY;
    const path = pathOf(object);
    if (path !== undefined) this.names.add(`${path}.${name}`);
    return { kind: 'field', field: name, type: field, parts: [object], start, end };
  }

  #below(prefix: string): string[] {
    return Object.keys(this.#scope).filter((name) => name.startsWith(`${prefix}.`));
  }

  #refuseName(syntax: Syntax, name: string, offset: number): never {
    const within = this.#dotted(syntax.kind === 'member' ? syntax.object : syntax);
    const below = within === undefined ? [] : this.#below(within);
    const visible = [...this.#variables.map((variable) => variable.name), ...Object.keys(this.#scope)];
    throw this.#error(offset, `expected a known name (${oneOf(below.length > 0 ? below : visible)}), found '${name}'`);
  }

  #index(syntax: Syntax & { kind: 'index' }): Node {
    const { start, end } = syntax;
    const object = this.#expectKind(this.#check(syntax.object), 'list', 'string', 'map');
    const { kind } = object.type;
    const index = this.#expectKind(
      this.#check(syntax.index),
      ...(kind === 'map' ? (['string'] as const) : kind === 'any' ? (['int', 'string'] as const) : (['int'] as const)),
    );
    if (index.kind === 'literal' && typeof index.value === 'bigint' && index.value < 0n) {
      throw this.#error(index.start, `expected an index of at least 0, found ${index.value}`);
    }
    const type = object.type.kind === 'list' ? object.type.item : object.type.kind === 'map' ? object.type.value : ANY;
    const part = object.type.kind === 'string' ? partOf(object.type) : type;
    return { kind: 'index', type: part, parts: [object, index], start, end };
  }

  #method(syntax: MethodCall): Node {
    const { name, nameStart, start, end } = syntax;
    const object = this.#check(syntax.object);
    const { type } = object;
    if (type.kind !== 'list' && type.kind !== 'any') {
      throw this.#error(nameStart, `expected a list before '.${name}()', found ${describeType(type)}`);
    }
    const [first, second, third] = syntax.args;
    switch (name) {
      case 'count':
        if (first) throw this.#wrongArguments(syntax, 0, 'no arguments');
        return { kind: 'count', type: INT, parts: [object], start, end };
      case 'contains': {
        if (!first || second) throw this.#wrongArguments(syntax, 1, 'one argument, the item');
        const item = this.#check(first);
        checkItem(this.#text, item, object);
        return { kind: 'contains', type: BOOL, parts: [object, item], start, end };
      }
      case 'all':
      case 'any':
      case 'filter': {
        if (!first || !second || third) {
          throw this.#wrongArguments(syntax, 2, 'two arguments, a name for the item and a predicate');
        }
        const variable = this.#declare(first, object);
        const predicate = this.#within(variable, () => this.checkBool(second));
        return { kind: name, variable, predicate, type: name === 'filter' ? type : BOOL, parts: [object], start, end };
      }
      default:
        throw this.#error(nameStart, `expected a method (${oneOf(METHODS)}), found '${name}'`);
    }
  }

  #wrongArguments({ name, args, nameStart }: MethodCall, count: number, expected: string): PolicyError {
    return this.#error(args[count]?.start ?? nameStart, `expected ${expected}, for '${name}', found ${args.length}`);
  }

  #declare(syntax: Syntax, list: Node): Variable {
    if (syntax.kind !== 'name') throw this.#error(syntax.start, 'expected a name for the item');
    if (this.#variables.some(({ name }) => name === syntax.name)) {
      throw this.#error(syntax.start, `expected a name that is not in use, found '${syntax.name}'`);
    }
    const type = list.type.kind === 'list' ? list.type.item : ANY;
    return { name: syntax.name, type, list, slot: this.#variables.length };
  }

  #within<T>(variable: Variable, check: () => T): T {
    const outside = this.#variables;
    this.#variables = [...outside, variable];
    const checked = check();
    this.#variables = outside;
    return checked;
  }

  /** `time.now`, whatever a variable is called. */
  #now({ start, end }: Syntax): Node | undefined {
    if (!Object.hasOwn(this.#scope, 'time')) return undefined;
    const outside = this.#variables;
    this.#variables = [];
    const time: Syntax = { kind: 'name', name: 'time', start, end };
    const now = this.#check({ kind: 'member', object: time, name: 'now', nameStart: start, start, end });
    this.#variables = outside;
    return now;
  }

  #expectKind(node: Node, ...kinds: readonly ('bool' | 'int' | 'string' | 'list' | 'map')[]): Node {
    const { type } = node;
    if (type.kind === 'any' || kinds.some((kind) => kind === type.kind)) return node;
    const expected = kinds.map((kind) => describeType(kind === 'list' || kind === 'map' ? EMPTY[kind] : { kind }));
    throw this.#error(node.start, `expected ${expected.join(' or ')}, found ${describeType(type)}`);
  }

  #error(offset: number, reason: string): PolicyError {
    return new PolicyError(this.#text, offset, reason);
  }
}

const EMPTY = { list: { kind: 'list', item: ANY }, map: { kind: 'map', value: ANY } } as const;

/** The type of a part of a string. */
const partOf = ({ form }: Type & { kind: 'string' }): Type =>
  form?.part ? { kind: 'string', form: form.part } : STRING;
