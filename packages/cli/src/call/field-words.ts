/** A body as the words that `mintmark call` reads: `users.0.userName=Ann`, and JSON where a list or an object is empty. */
export function fieldWords(value: Readonly<Record<string, unknown>>): string[] {
  const words: string[] = [];
  const add = (path: string, inner: unknown): void => {
    const members = typeof inner === 'object' && inner !== null ? Object.entries(inner) : [];
    for (const [name, member] of members) add(`${path}.${name}`, member);
    if (members.length > 0) return;
    const isText = typeof inner === 'string' && !inner.startsWith('@');
    words.push(
      typeof inner === 'object' || (typeof inner === 'string' && !isText)
        ? `${path}:=${JSON.stringify(inner)}`
        : `${path}=${inner}`,
    );
  };
  for (const [name, member] of Object.entries(value)) add(name, member);
  return words;
}
