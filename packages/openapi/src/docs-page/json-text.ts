/** Edits of JSON as text: everything else stays as it was written, byte for byte. */

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Where the value of a member is. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Reads the text of a JSON object. The error says what is wrong with the text. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('it is not an object');
  return value as Record<string, unknown>;
}

/** Finds the value of a member of the outermost object of valid JSON. */
export function memberSpan(text: string, name: string): Span | undefined {
  let depth = 0;
  let key: string | undefined;
  let start: number | undefined;
  let end = 0;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (found === '}' || found === ']') depth--;
    if (start !== undefined && (depth === 0 || (depth === 1 && found === ','))) return { start, end };
    if (depth === 1 && key === name && found !== ':') start ??= index;
    if (found === '{' || found === '[') depth++;
    else if (depth === 1 && found === ',') key = undefined;
    else if (depth === 1 && found.startsWith('"')) key ??= JSON.parse(found);
    end = index + found.length;
  }
  return undefined;
}

/** The text with another value for a member, or the same text if there is no such member. */
export function replaceMember(text: string, name: string, value: unknown): string {
  const span = memberSpan(text, name);
  return span ? text.slice(0, span.start) + JSON.stringify(value) + text.slice(span.end) : text;
}

/**
 * Whether JSON.parse keeps everything that the text says. It does not keep large integers, repeated members, or how a character
 * is escaped.
 */
export function isPlain(text: string): boolean {
  const compact = text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  return JSON.stringify(JSON.parse(text)) === compact;
}

/** Indents JSON for reading. Text that this could change, or that is not JSON, stays as it is. */
export function indentJson(text: string): string {
  try {
    return isPlain(text) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  } catch {
    return text;
  }
}
