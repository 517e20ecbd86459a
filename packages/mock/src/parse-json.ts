/** Far deeper than anything in the contract, far less than what overflows the stack of a validator. */
const maxDepth = 64;

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

/** Strings and brackets of a text that is JSON; nothing else matters to its structure. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

function structureProblem(json: string): string | undefined {
  /** The names of each object around the present place; undefined for a list. */
  const around: (Set<unknown> | undefined)[] = [];
  let isNameNext = false;
  for (const [token] of json.matchAll(tokens)) {
    const names = around.at(-1);
    if (token === '{' || token === '[') {
      if (around.push(token === '{' ? new Set() : undefined) > maxDepth) return 'is nested too deeply';
    } else if (token === '}' || token === ']') {
      around.pop();
    } else if (token !== ',' && names && isNameNext) {
      const name: unknown = JSON.parse(token);
      if (names.has(name)) return `has the member ${token} twice in one object`;
      names.add(name);
    }
    isNameNext = token === '{' || token === ',';
  }
  return undefined;
}
