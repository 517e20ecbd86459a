import type { Operation } from './operation.ts';

/** The operations whose name, summary or tag has a word, or all of them. */
export function matchingOperations(operations: readonly Operation[], word: string | undefined): readonly Operation[] {
  const wanted = (word ?? '').toLowerCase();
  return operations.filter(({ name, id, tag, summary }) =>
    [name, id, tag, summary].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** Operations as lines, grouped by tag. */
export function operationLines(operations: readonly Operation[]): string[] {
  const longest = Math.max(...operations.map(({ name }) => name.length));
  return [...Map.groupBy(operations, ({ tag }) => tag)].flatMap(([tag, group], index) => [
    ...(index > 0 ? [''] : []),
    tag,
    ...group.map(({ name, kind, summary }) => `  ${name.padEnd(longest)}  ${kind.padEnd(8)}  ${summary}`),
  ]);
}
