import words from 'contract:words';
import { options } from 'preact';

const hidden = new RegExp(words.hiddenCharacters, 'g');

/** A text in which characters that nobody sees are escaped, as in JSON. The page lays out lines and tabs itself. */
const escapeHidden = (text: string): string =>
  text.replace(hidden, (character) =>
    '\n\r\t'.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const spoken = ['title', 'aria-label', 'placeholder'];

/**
 * Escapes hidden characters in all text that the page shows, whoever wrote it: a name with a mark that turns text around would
 * look like another one to somebody who decides. What is copied, and what fields hold, stays as it is.
 */
export function escapeShownText(): void {
  options.vnode = (node) => {
    // A node without a type is text, which Preact keeps in the place of the properties.
    const { type, props }: { type: unknown; props: unknown } = node;
    if (type === null && typeof props === 'string') Object.assign(node, { props: escapeHidden(props) });
    if (typeof type !== 'string') return;
    const attributes = props as Record<string, unknown>;
    for (const name of spoken) {
      const text = attributes[name];
      if (typeof text === 'string') attributes[name] = escapeHidden(text);
    }
  };
}
