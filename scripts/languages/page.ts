/** What a page tells its reader to do: to save a file, or to run commands, which may print what it shows. */
export type Step =
  | { readonly file: string; readonly text: string }
  | { readonly commands: string; readonly output?: string };

const block = /(?:`([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$/gms;

/**
 * The steps of a page, in its order: a block of sh is commands, another one that its name stands before (`main.go`:) is a
 * file, and a block of text after commands is what they print.
 */
export function readPage(markdown: string): Step[] {
  const steps: Step[] = [];
  for (const [, file, kind, text = ''] of markdown.matchAll(block)) {
    const last = steps.at(-1);
    if (kind === 'sh') steps.push({ commands: text });
    else if (file !== undefined) steps.push({ file, text });
    else if (kind === 'text' && last && 'commands' in last && last.output === undefined) {
      steps[steps.length - 1] = { ...last, output: text };
    } else throw new Error(`a block of ${kind} is neither a file, nor commands, nor what they print:\n${text}`);
  }
  return steps;
}
