/** The wings of the server, from the top down. An import goes down, or stays in its wing. */
export const wings = [
  'runtime',
  'operations',
  'activities',
  'funds',
  'policies',
  'identity',
  'custody',
  'delivery',
  'core',
  'storage',
] as const;

/** What each package may import of the others, in sources that are not tests. */
export const packagesOf: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  stamper: [],
  testing: [],
  chains: ['stamper'],
  policy: ['chains'],
  openapi: ['schema', 'stamper'],
  client: ['stamper'],
  mock: ['openapi', 'stamper'],
  server: ['schema', 'stamper', 'chains', 'policy'],
  console: ['client', 'stamper', 'chains', 'policy'],
  cli: ['server', 'client', 'policy', 'chains', 'schema', 'stamper', 'openapi', 'console'],
  contracts: [],
  oracles: ['server', 'client', 'stamper', 'chains', 'policy', 'testing'],
  conformance: [
    ...['schema', 'openapi', 'stamper', 'client', 'mock', 'server', 'cli', 'console', 'chains', 'policy', 'testing'],
  ],
};

const server = 'packages/server/src/';

/** The wing of a file of the server; undefined for a file outside of them. */
const wingOf = (path: string): string | undefined =>
  path.startsWith(server) ? /^([^/]+)\//.exec(path.slice(server.length))?.[1] : undefined;

/** Why a file may not import another one, if it may not. */
export function problemOf(path: string, imported: string): string | undefined {
  const [from, to] = [wingOf(path), wingOf(imported)];
  if (from === undefined || to === undefined || from === to) return undefined;
  const order: readonly string[] = wings;
  return order.indexOf(from) < order.indexOf(to) ? undefined : `${path} (${from}) imports ${imported} (${to})`;
}
