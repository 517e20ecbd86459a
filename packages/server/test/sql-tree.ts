import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/** A node of the tree that PostgreSQL's own parser makes of a statement: https://github.com/pganalyze/libpg_query */
export type Tree = Readonly<Record<string, unknown>>;

/** The statement of a text. */
export const parseStatement = (text: string): Tree => (parseSync(text).stmts?.[0]?.stmt ?? {}) as Tree;

/** The node of a kind in a member that holds one node, such as `{ SelectStmt: … }`. */
export const nodeOf = (holder: unknown, kind: string): Tree | undefined =>
  isTree(holder) ? (holder[kind] as Tree | undefined) : undefined;

export const listOf = (member: unknown): readonly Tree[] => (Array.isArray(member) ? member : []);

/** The texts of a list of names. */
export const namesOf = (member: unknown): string[] =>
  listOf(member).flatMap((name) => (nodeOf(name, 'String')?.['sval'] as string | undefined) ?? []);

/** All nodes of a kind below a member. */
export function* nodesOf(member: unknown, kind: string): Generator<Tree> {
  if (Array.isArray(member)) for (const item of member) yield* nodesOf(item, kind);
  if (!isTree(member)) return;
  for (const [name, value] of Object.entries(member)) {
    if (name === kind) yield value as Tree;
    yield* nodesOf(value, kind);
  }
}

/** The same, without those within others. */
export function* outermostNodesOf(member: unknown, kind: string): Generator<Tree> {
  if (Array.isArray(member)) for (const item of member) yield* outermostNodesOf(item, kind);
  if (!isTree(member)) return;
  for (const [name, value] of Object.entries(member)) {
    if (name === kind) yield value as Tree;
    else yield* outermostNodesOf(value, kind);
  }
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
