/** A program of a page, and the output that is shown right below it. */
export interface ReadmeProgram {
  readonly code: string;
  readonly output: string | undefined;
}

/** Where the service listens, unless it is told otherwise. */
const usualAddress = 'http://127.0.0.1:8080';

/** The TypeScript programs of a page, as they are to be run against a service at this address. */
export const readmePrograms = (markdown: string, address: string): ReadmeProgram[] =>
  [...markdown.matchAll(/```ts\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(([, code = '', output]) => ({
    code: code.replaceAll(usualAddress, address),
    output,
  }));
