import { registry } from '@mintmark/schema';

const place = /(<!-- unanswered -->\n).*?(\n<!-- \/unanswered -->)/s;
const width = 120;

/** The server's README with the list of the operations that have no handler. `handlers` are their paths, `<chapter>/<name>.ts`. */
export function withUnanswered(readme: string, handlers: readonly string[]): string {
  const handled = new Set(handlers.map((path) => path.slice(path.lastIndexOf('/') + 1, -'.ts'.length)));
  // A vote has no handler: the lifecycle of all activities takes it.
  const names = Object.values(registry)
    .filter((unit) => !('selection' in unit) && !handled.has(unit.name.replaceAll('_', '-')))
    .map(({ name }) => `\`${name}\``)
    .sort();
  const words =
    names.length > 0 ? `These operations are answered 501 so far:\n${wrap(names)}.` : 'Every operation is answered.';
  return readme.replace(place, `$1${words}$2`);
}

/** A list with commas, broken before the word that would make its line too long. */
const wrap = (words: readonly string[]) =>
  words.reduce((text, word) => {
    const line = text.slice(text.lastIndexOf('\n') + 1);
    return `${text},${line.length + word.length + 3 > width ? '\n' : ' '}${word}`;
  });
