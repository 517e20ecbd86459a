import { registry } from '@mintmark/schema';

const place = /(<!-- unanswered -->\n).*?(\n<!-- \/unanswered -->)/s;
const width = 120;

/** The server's README with the list of operations without a handler. `handlers` are paths, `<chapter>/<name>.ts`. */
export function withUnanswered(readme: string, handlers: readonly string[]): string {
  const handled = new Set(handlers.map((path) => path.slice(path.lastIndexOf('/') + 1, -'.ts'.length)));
  // Votes have no handler: the activity lifecycle processes them.
  const names = Object.values(registry)
    .filter((unit) => !('selection' in unit) && !handled.has(unit.name.replaceAll('_', '-')))
    .map(({ name }) => `\`${name}\``)
    .sort();
  const words =
    names.length > 0
      ? `These operations are answered 501 so far:\n${wrap(names)}.`
      : 'Every operation of the contract is implemented.';
  return readme.replace(place, `$1${words}$2`);
}

/** A comma-separated list, wrapped at the maximum line width. */
const wrap = (words: readonly string[]) =>
  words.reduce((text, word) => {
    const line = text.slice(text.lastIndexOf('\n') + 1);
    return `${text},${line.length + word.length + 3 > width ? '\n' : ' '}${word}`;
  });
