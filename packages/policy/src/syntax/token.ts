export const SYMBOLS = ['||', '&&', '==', '!=', '<=', '>=', '..', '<', '>', '!', '.', ',', '(', ')', '[', ']'] as const;

export type Punctuation = (typeof SYMBOLS)[number];

/** Offsets are in UTF-16 code units of the text. */
export interface Token {
  /** A symbol, a keyword, or what kind of text it is. */
  readonly kind: Punctuation | 'true' | 'false' | 'in' | 'name' | 'integer' | 'string' | 'end';
  /** As written, without the quotes of a string. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SHOWN = 60;

/** For "found …" in an error. */
export function describeToken({ kind, text }: Token): string {
  if (kind === 'end') return 'the end';
  const characters = [...text];
  const shown = characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : text;
  return kind === 'string' ? `the string '${shown}'` : `'${shown}'`;
}
