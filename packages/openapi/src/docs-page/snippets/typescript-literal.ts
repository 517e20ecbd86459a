const width = 100;

/** A value of JSON as an expression of TypeScript. */
export function typescriptLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isArray = Array.isArray(value);
  const [open, close] = isArray ? '[]' : '{}';
  const within = `${indent}  `;
  const parts = isArray
    ? value.map((item) => typescriptLiteral(item, within))
    : Object.entries(value).map(([name, member]) => `${keyOf(name)}: ${typescriptLiteral(member, within)}`);
  if (parts.length === 0) return `${open}${close}`;
  const space = isArray ? '' : ' ';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= width) return line;
  return `${open}\n${parts.map((part) => `${within}${part},\n`).join('')}${indent}${close}`;
}

/** A member called __proto__ would set the prototype. */
function keyOf(name: string): string {
  if (name === '__proto__') return `['__proto__']`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quote(name);
}

/** A string in single quotes; what JSON escapes is escaped in the same way. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return `'${escaped.replace(/\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found))}'`;
}
