/** Far deeper than anything in the contract, far less than what overflows the stack of a validator. */
const maxDepth = 64;

/** Patterns overflow the stack at four times as much, and Prism takes what it cannot check for valid. */
const maxStringLength = 2 * 1024 * 1024;

export type Parsed = { readonly value: unknown } | { readonly problem: string };

/** Parses a text that must be JSON, with no member twice in one object: of such, parsers keep one or the other. */
export function parseJson(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: text.trim() === '' ? 'is empty' : 'is not JSON' };
  }
  const problem = structureProblem(text);
  return problem ? { problem } : { value };
}

/** Reads the strings, brackets and commas of a text that is JSON; nothing else matters to its structure. */
function structureProblem(json: string): string | undefined {
  /** The names of each object around the present place; undefined for a list. */
  const around: (Set<unknown> | undefined)[] = [];
  let isNameNext = false;
  for (let at = 0; at < json.length; at++) {
    const token = json[at];
    if (token === '{' || token === '[') {
      if (around.push(token === '{' ? new Set() : undefined) > maxDepth) return 'is nested too deeply';
    } else if (token === '}' || token === ']') {
      around.pop();
    } else if (token === '"') {
      const start = at;
      at = endOfString(json, start);
      if (at - start - 1 > maxStringLength) return 'has a string that is too long';
      const names = isNameNext ? around.at(-1) : undefined;
      const quoted = json.slice(start, at + 1);
      const name: unknown = names && JSON.parse(quoted);
      if (names?.has(name)) return `has the member ${quoted} twice in one object`;
      names?.add(name);
    } else if (token !== ',') {
      continue;
    }
    isNameNext = token === '{' || token === ',';
  }
  return undefined;
}

/** Where the string that starts here ends. A regular expression would overflow its stack at some millions of characters. */
function endOfString(json: string, start: number): number {
  let end = start;
  let isEscaped: boolean;
  do {
    end = json.indexOf('"', end + 1);
    let before = end;
    while (json[before - 1] === '\\') before--;
    isEscaped = (end - before) % 2 === 1;
  } while (isEscaped);
  return end;
}
