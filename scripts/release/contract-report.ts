import type { ContractDiff } from './contract-diff.ts';

const sections = { breaking: 'Breaking', added: 'Added', other: 'Other' } as const;

/** The difference of two contracts as Markdown, for a changelog. */
export function contractReport({ from, to, changes }: ContractDiff): string {
  const title = from === to ? `# The contract since ${from}` : `# The contract from ${from} to ${to}`;
  const parts = Object.entries(sections).flatMap(([section, heading]) => {
    const lines = changes
      .filter((change) => change.section === section)
      .map(({ location, message }) => `- \`${location}\`: ${asMarkdown(message)}`);
    return lines.length > 0 ? [`## ${heading}`, lines.join('\n')] : [];
  });
  return `${[title, ...(parts.length > 0 ? parts : ['Nothing changed.'])].join('\n\n')}\n`;
}

/** Turns values in single quotes into code, so that Markdown keeps their asterisks and angle brackets. */
function asMarkdown(message: string): string {
  return message.replace(/'([^'`]*)'/g, '`$1`');
}
