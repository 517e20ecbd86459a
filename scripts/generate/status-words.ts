import { registry } from '@mintmark/schema';

const width = 120;

/** What is finished, for every page that says so. `handlers` are paths, `<chapter>/<name>.ts`. */
export function statusWords(handlers: readonly string[]): string {
  const handled = new Set(handlers.map((path) => path.slice(path.lastIndexOf('/') + 1, -'.ts'.length)));
  // Votes have no handler: the activity lifecycle processes them.
  const names = Object.values(registry)
    .filter((unit) => !('selection' in unit) && !handled.has(unit.name.replaceAll('_', '-')))
    .map(({ name }) => `\`${name}\``)
    .sort();
  const audit = 'No security audit has been done.';
  return names.length > 0
    ? `**${audit}** These operations are answered 501 so far:\n${wrap(names)}.`
    : `**Every operation of the contract is implemented. ${audit}**`;
}

/** A comma-separated list, wrapped at the maximum line width. */
const wrap = (words: readonly string[]) =>
  words.reduce((text, word) => {
    const line = text.slice(text.lastIndexOf('\n') + 1);
    return `${text},${line.length + word.length + 3 > width ? '\n' : ' '}${word}`;
  });
