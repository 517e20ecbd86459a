import { printable } from '@mintmark/server/core/requests/printable';

/** A tree of texts. */
export interface Branch {
  readonly text: string;
  readonly branches?: readonly Branch[];
}

const width = 100;
/** Deep in a tree, lines may be longer than the width, so that each has room for some words. */
const narrowest = 30;

/** A tree as lines of at most 100 columns. */
export const treeLines = ({ text, branches = [] }: Branch): string[] => [
  ...wrap(text, width),
  ...branches.flatMap((branch, index) => branchLines(branch, '', index === branches.length - 1)),
];

function branchLines({ text, branches = [] }: Branch, indent: string, isLast: boolean): string[] {
  const inner = `${indent}${isLast ? '   ' : '│  '}`;
  const [first = '', ...others] = wrap(text, Math.max(width - inner.length - 2, narrowest));
  return [
    `${indent}${isLast ? '└─ ' : '├─ '}${first}`,
    ...others.map((line) => `${inner}${branches.length > 0 ? '│ ' : '  '}${line}`),
    ...branches.flatMap((branch, index) => branchLines(branch, inner, index === branches.length - 1)),
  ];
}

/** Splits a text into lines between words, and within words that are longer than a line. An arrow stays with what follows it. */
export function wrap(text: string, max: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(/(?<!→) /u)) {
    if (line !== '' && line.length + 1 + word.length > max) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
    for (; line.length > max; line = line.slice(max)) lines.push(line.slice(0, max));
  }
  return [...lines, line];
}
