/** A text may have names of thousands of characters. */
const LONGEST = 1_000;

/** An expression that cannot be stored: where it is wrong, what was expected there and what was found. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  /** From 1. */
  readonly line: number;
  /** From 1, in characters (code points). */
  readonly column: number;
  /** The message without the position. */
  readonly reason: string;

  /** @param offset - of the offending token, in UTF-16 code units of the text. */
  constructor(text: string, offset: number, reason: string) {
    let line = 1;
    let lineStart = 0;
    for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
      line += 1;
      lineStart = at + 1;
    }
    const column = [...text.slice(lineStart, offset)].length + 1;
    const bounded = reason.length > LONGEST ? `${reason.slice(0, LONGEST)}…` : reason;
    super(`line ${line}, column ${column}: ${bounded}`);
    this.line = line;
    this.column = column;
    this.reason = bounded;
  }
}
