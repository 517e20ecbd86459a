import { PolicyError } from './policy-error.ts';
import { OPERATORS, type Operator, type Syntax } from './syntax.ts';
import { describeToken, type Token } from './token.ts';

const MAX_DEPTH = 24;
const MAX_NODES = 2_000;
const MAX_ITEMS = 1_000;
const MAX_INT = 2n ** 256n - 1n;
const MIN_INT = -(2n ** 255n);
const MAX_DIGITS = MAX_INT.toString().length;

/** Reads the tokens as one expression, by recursive descent with a bounded depth. */
export class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;
  #nodes = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  parse(): Syntax {
    const syntax = this.#or();
    if (this.#token.kind !== 'end') this.#refuse('an operator or the end');
    return syntax;
  }

  #or(): Syntax {
    return this.#chain('||', 'or', () => this.#chain('&&', 'and', () => this.#not()));
  }

  #chain(symbol: '||' | '&&', kind: 'or' | 'and', operand: () => Syntax): Syntax {
    const { start } = this.#token;
    const operands = [operand()];
    while (this.#accept(symbol)) operands.push(operand());
    const [only] = operands;
    if (only && operands.length === 1) return only;
    return this.#node({ kind, operands, start, end: this.#previous.end });
  }

  #not(): Syntax {
    const { start } = this.#token;
    if (!this.#accept('!')) return this.#comparison();
    const operand = this.#deeper(() => this.#not());
    return this.#node({ kind: 'not', operand, start, end: this.#previous.end });
  }

  #comparison(): Syntax {
    const { start } = this.#token;
    const left = this.#postfix();
    const operator = this.#operator();
    if (!operator) return left;
    const operatorStart = this.#next().start;
    const right = this.#postfix();
    if (this.#operator()) this.#refuse("'&&', '||' or the end, because comparisons cannot be chained");
    const end = this.#previous.end;
    return this.#node({ kind: 'comparison', operator, operatorStart, left, right, start, end });
  }

  #operator(): Operator | undefined {
    return OPERATORS.find((operator) => operator === this.#token.kind);
  }

  #postfix(): Syntax {
    const { start } = this.#token;
    const depth = this.#depth;
    let syntax = this.#primary();
    while (this.#token.kind === '.' || this.#token.kind === '[') {
      // Each step is a level of the tree as well.
      this.#descend();
      syntax = this.#accept('.') ? this.#member(syntax, start) : this.#index(syntax, start);
    }
    this.#depth = depth;
    return syntax;
  }

  #member(object: Syntax, start: number): Syntax {
    const { text: name, start: nameStart } = this.#expect('name', "a field or method name after '.'");
    if (!this.#accept('(')) {
      return this.#node({ kind: 'member', object, name, nameStart, start, end: this.#previous.end });
    }
    const args = this.#items(')');
    return this.#node({ kind: 'method', object, name, nameStart, args, start, end: this.#previous.end });
  }

  #index(object: Syntax, start: number): Syntax {
    this.#expect('[', "'['");
    if (this.#token.kind === 'integer' && this.#tokens[this.#position + 1]?.kind === '..') {
      const from = this.#bound(0n);
      this.#next();
      const to = this.#bound(from);
      this.#expect(']', "']'");
      return this.#node({ kind: 'slice', object, from, to, start, end: this.#previous.end });
    }
    const index = this.#deeper(() => this.#or());
    this.#expect(']', "']'");
    return this.#node({ kind: 'index', object, index, start, end: this.#previous.end });
  }

  #bound(min: bigint): bigint {
    const token = this.#expect('integer', "an integer after '..'");
    const value = this.#integer(token);
    if (value < min) throw this.#error(token, `expected an integer of at least ${min}`);
    return value;
  }

  #primary(): Syntax {
    const token = this.#next();
    const { kind, start, end, text } = token;
    switch (kind) {
      case 'true':
      case 'false':
        return this.#node({ kind: 'bool', value: kind === 'true', start, end });
      case 'integer':
        return this.#node({ kind: 'int', value: this.#integer(token), start, end });
      case 'string':
        return this.#node({ kind: 'string', value: text, start, end });
      case 'name':
        if (!this.#accept('(')) return this.#node({ kind: 'name', name: text, start, end });
        return this.#node({ kind: 'function', name: text, args: this.#items(')'), start, end: this.#previous.end });
      case '[':
        return this.#node({ kind: 'list', items: this.#items(']'), start, end: this.#previous.end });
      case '(': {
        const syntax = this.#deeper(() => this.#or());
        this.#expect(')', "')'");
        return syntax;
      }
      default:
        throw this.#error(token, 'expected a name or a value');
    }
  }

  #items(closing: ')' | ']'): Syntax[] {
    const items: Syntax[] = [];
    if (this.#accept(closing)) return items;
    do {
      if (items.length === MAX_ITEMS) throw this.#error(this.#token, `expected at most ${MAX_ITEMS} items in a list`);
      items.push(this.#deeper(() => this.#or()));
    } while (this.#accept(','));
    this.#expect(closing, `',' or '${closing}'`);
    return items;
  }

  #integer(token: Token): bigint {
    const value = token.text.length > MAX_DIGITS + 1 ? undefined : BigInt(token.text);
    if (value !== undefined && value >= MIN_INT && value <= MAX_INT) return value;
    throw this.#error(token, 'expected an integer from -2^255 to 2^256 - 1');
  }

  #deeper(read: () => Syntax): Syntax {
    this.#descend();
    const syntax = read();
    this.#depth -= 1;
    return syntax;
  }

  #descend(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.#error(this.#token, `expected at most ${MAX_DEPTH} levels of nesting`);
  }

  #node(syntax: Syntax): Syntax {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) {
      throw new PolicyError(this.#text, syntax.start, `expected at most ${MAX_NODES} parts in an expression`);
    }
    return syntax;
  }

  get #token(): Token {
    return this.#at(this.#position);
  }

  get #previous(): Token {
    return this.#at(this.#position - 1);
  }

  #at(position: number): Token {
    const token = this.#tokens[Math.min(position, this.#tokens.length - 1)];
    if (!token) throw new Error('there is always a token, if only the end');
    return token;
  }

  #next(): Token {
    const token = this.#token;
    this.#position += 1;
    return token;
  }

  #accept(kind: Token['kind']): boolean {
    if (this.#token.kind !== kind) return false;
    this.#position += 1;
    return true;
  }

  #expect(kind: Token['kind'], expected: string): Token {
    if (this.#token.kind !== kind) this.#refuse(expected);
    return this.#next();
  }

  #refuse(expected: string): never {
    throw this.#error(this.#token, `expected ${expected}`);
  }

  #error(token: Token, reason: string): PolicyError {
    return new PolicyError(this.#text, token.start, `${reason}, found ${describeToken(token)}`);
  }
}
