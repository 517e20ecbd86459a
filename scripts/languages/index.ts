import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { document30Path, documentPath } from '@mintmark/openapi';
import { examples } from '@mintmark/schema';
import { startService } from '../checks/started-service.ts';
import { Refusal, root, runCommand } from '../command.ts';
import { checkPage } from './check-page.ts';
import { type Language, languages } from './languages.ts';
import { runSnippets } from './run-snippets.ts';
import { toolProblem } from './toolchain.ts';

const names = languages.map(({ name }) => name);

const help = `Usage: npm run check:languages [-- ${names.join(' ')}] [--keep]

Follows the docs page of each language exactly: generates a client from the document, compiles it, and runs it against the
mock through a proxy that verifies its stamps. Runs the programs that the API docs show in Go and Python against the service.
Fails on any warning. Needs the toolchains of the languages and access to their package registries. Works in a temporary
directory, which --keep preserves.`;

interface Verdict {
  readonly passed: boolean;
  readonly line: string;
}

const paths = { '3.1': documentPath, '3.0': document30Path };

async function* verdictsOf(ready: readonly Language[], keep: boolean): AsyncGenerator<Verdict> {
  if (ready.length === 0) return;
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => interruption.abort(new Refusal(`interrupted by ${name}`)));
  }
  const { signal } = interruption;
  // Imported late, because it takes a second to load: a missing toolchain is reported without that delay.
  const { createMock } = await import('@mintmark/mock');
  await using mock = await createMock();
  const common = { target: mock.url, organizationId: examples.organizationId, signal, report: console.log, keep };
  const judge = async (title: string, work: () => Promise<void>): Promise<Verdict> => {
    console.log(title);
    const start = performance.now();
    try {
      await work();
      return { passed: true, line: `passed: ${title}, ${((performance.now() - start) / 1000).toFixed(0)} s` };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Refusal)) throw error;
      return { passed: false, line: `failed: ${title}: ${error.message}` };
    }
  };
  const readDocs = (name: string) => readFile(join(root, `docs/${name}.md`), 'utf8');
  for (const { name, versions, document, allowedWarning } of ready) {
    const page = await readDocs(name);
    for (const version of versions)
      yield await judge(`${name}, OpenAPI ${version}`, () =>
        checkPage({ ...common, page, document: { path: paths[version], name: document }, allowedWarning }),
      );
  }
  const shown = ready.flatMap(({ name, snippet }) => (snippet ? [{ name, snippet }] : []));
  if (shown.length === 0) return;
  await using service = await startService();
  for (const { name, snippet } of shown) {
    const page = await readDocs(name);
    yield await judge(`${name}, snippets of the API docs`, () => runSnippets({ snippet, page, service, signal }));
  }
}

async function checkLanguages(words: readonly string[], keep: boolean): Promise<string> {
  for (const word of words) {
    if (!names.includes(word)) throw new Refusal(`no such language: ${word}\n\n${help}`);
  }
  const verdicts: Verdict[] = [];
  const ready = languages.filter(({ name, tools }) => {
    if (words.length > 0 && !words.includes(name)) return false;
    const problem = tools.map(toolProblem).find((found) => found !== undefined);
    if (problem !== undefined) verdicts.push({ passed: false, line: `not run: ${name}: ${problem}` });
    return problem === undefined;
  });
  for await (const verdict of verdictsOf(ready, keep)) verdicts.push(verdict);
  const lines = verdicts.map(({ line }) => line).join('\n');
  if (!verdicts.every(({ passed }) => passed)) throw new Refusal(lines);
  return lines;
}

await runCommand(help, (words, { keep = false }) => checkLanguages(words, keep), ['keep']);
