/** A program of a page, and the output shown below it. */
export interface ReadmeProgram {
  /** The file that the page says to save it as, without its folder; otherwise `try.ts`. */
  readonly file: string;
  readonly code: string;
  readonly output: string | undefined;
}

/** The service's default address. */
const defaultAddress = 'http://127.0.0.1:8080';

const program = /(?:`scripts\/([\w-]+\.ts)`:\n\n)?```ts\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs;

/** The TypeScript programs of a page, changed to call a service at this address. */
export const readmePrograms = (markdown: string, address: string): ReadmeProgram[] =>
  [...markdown.matchAll(program)].map(([, file = 'try.ts', code = '', output]) => ({
    file,
    code: code.replaceAll(defaultAddress, address),
    output,
  }));
