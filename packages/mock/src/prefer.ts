/** The preferences of a Prefer header by lower-case name (RFC 7240); the first of a repeated one counts. */
export function parsePrefer(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of header.matchAll(preference)) {
    const key = name.toLowerCase();
    if (!preferences.has(key)) preferences.set(key, quoted?.replace(/\\(.)/g, '$1') ?? bare);
  }
  return preferences;
}

const preference = /(?:^|,)\s*([\w-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;
