import { codePointName, isHidden } from './hidden-characters.ts';
import { PolicyError } from './policy-error.ts';
import { type Punctuation, SYMBOLS, type Token } from './token.ts';

const KEYWORDS = ['true', 'false', 'in'] as const;

/** The tokens of a text, the last of which is the end. */
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (isSpace(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const token = readToken(text, at);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length });
  return tokens;
}

function readToken(text: string, start: number): Token {
  const code = text.charCodeAt(start);
  if (isLetter(code)) return readName(text, start);
  if (isDigit(code) || text[start] === '-') return readInteger(text, start);
  if (text[start] === "'") return readString(text, start);
  const symbol = SYMBOLS.find((known) => text.startsWith(known, start));
  if (symbol) return { kind: symbol, text: symbol, start, end: start + symbol.length };
  throw new PolicyError(text, start, unexpected(text, start));
}

function readName(text: string, start: number): Token {
  const end = skip(text, start, (code) => isLetter(code) || isDigit(code));
  const name = text.slice(start, end);
  return { kind: KEYWORDS.find((keyword) => keyword === name) ?? 'name', text: name, start, end };
}

function readInteger(text: string, start: number): Token {
  const first = text[start] === '-' ? start + 1 : start;
  const end = skip(text, first, isDigit);
  if (end === first) throw new PolicyError(text, start, "expected digits after '-'");
  const wordEnd = skip(text, end, (code) => isLetter(code) || isDigit(code));
  if (wordEnd > end || (text[first] === '0' && end > first + 1)) {
    const found = text.slice(start, Math.min(wordEnd, start + 60));
    throw new PolicyError(text, start, `expected a decimal integer without leading zeros, found '${found}'`);
  }
  return { kind: 'integer', text: text.slice(start, end), start, end };
}

/** Has no escapes: what is between the quotes is the value. */
function readString(text: string, start: number): Token {
  let at = start + 1;
  for (; at < text.length && text[at] !== "'"; at += width(text, at)) {
    const code = text.codePointAt(at) ?? 0;
    if (isUnseen(String.fromCodePoint(code))) {
      throw new PolicyError(text, at, `expected a visible character in a string, found ${codePointName(code)}`);
    }
  }
  if (at >= text.length) throw new PolicyError(text, start, "expected a closing ' for this string, found the end");
  return { kind: 'string', text: text.slice(start + 1, at), start, end: at + 1 };
}

function unexpected(text: string, at: number): string {
  const meant: Readonly<Record<string, Punctuation>> = { '=': '==', '&': '&&', '|': '||' };
  const character = text[at] ?? '';
  if (meant[character]) return `expected '${meant[character]}', found '${character}'`;
  if (character === '"') return 'expected a string in single quotes, found "';
  const code = text.codePointAt(at) ?? 0;
  const found = String.fromCodePoint(code);
  if (isUnseen(found)) return `expected a name, a value or an operator, found ${codePointName(code)}`;
  const written = code > 0x7e ? ` (${codePointName(code)})` : '';
  return `expected a name, a value or an operator, found '${found}'${written}`;
}

/** Also a half of a surrogate pair without the other half. */
const isUnseen = (character: string): boolean => isHidden(character) || !character.isWellFormed();

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function skip(text: string, start: number, accepts: (code: number) => boolean): number {
  let at = start;
  while (at < text.length && accepts(text.charCodeAt(at))) at += 1;
  return at;
}

function width(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
