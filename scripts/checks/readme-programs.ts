/** A program of a page, and the output shown below it. */
export interface ReadmeProgram {
  readonly code: string;
  readonly output: string | undefined;
}

/** The service's default address. */
const usualAddress = 'http://127.0.0.1:8080';

/** The TypeScript programs of a page, changed to call a service at this address. */
export const readmePrograms = (markdown: string, address: string): ReadmeProgram[] =>
  [...markdown.matchAll(/```ts\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(([, code = '', output]) => ({
    code: code.replaceAll(usualAddress, address),
    output,
  }));
