/** One step of a page: save a file, or run commands, with the output that the page shows. */
export type Step =
  | { readonly file: string; readonly text: string }
  | { readonly commands: string; readonly output?: string };

const block = /(?:`([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$/gms;

/**
 * The steps of a page in order. A block of sh is commands. Another block after a file name (`main.go`:) is that file. A block
 * of text after commands is their output.
 */
export function readPage(markdown: string): Step[] {
  const steps: Step[] = [];
  for (const [, file, kind, text = ''] of markdown.matchAll(block)) {
    const last = steps.at(-1);
    if (kind === 'sh') steps.push({ commands: text });
    else if (file !== undefined) steps.push({ file, text });
    else if (kind === 'text' && last && 'commands' in last && last.output === undefined) {
      steps[steps.length - 1] = { ...last, output: text };
    } else throw new Error(`a block of ${kind} is neither a file, nor commands, nor their output:\n${text}`);
  }
  return steps;
}
