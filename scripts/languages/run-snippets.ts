import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snippetLanguages } from '@mintmark/openapi/docs-page/snippet-languages';
import type { StartedService } from '../checks/started-service.ts';
import { toolSettings } from './check-page.ts';
import { checkSnippets } from './check-snippets.ts';
import type { SnippetProgram } from './languages.ts';
import { readPage } from './page.ts';
import { runCommands } from './run-commands.ts';

export interface SnippetRun {
  readonly snippet: SnippetProgram;
  /** The text of the page of the language, which names the packages that the snippets need. */
  readonly page: string;
  readonly service: StartedService;
  readonly signal: AbortSignal;
}

/** Runs what the docs page shows in a language against the real service. Throws a Refusal if anything is wrong. */
export async function runSnippets({ snippet, page, service, signal }: SnippetRun): Promise<void> {
  const language = snippetLanguages.find(({ name }) => name === snippet.title);
  if (!language) throw new Error(`the docs page has no ${snippet.title}`);
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-snippets-'));
  const execute = (commands: string, env: NodeJS.ProcessEnv = {}) =>
    runCommands(commands, { directory, env: { ...process.env, ...toolSettings, ...env }, signal });
  try {
    for (const step of readPage(page)) if ('file' in step) await writeFile(join(directory, step.file), step.text);
    if (snippet.prepare) await execute(snippet.prepare);
    await checkSnippets({
      language,
      root: JSON.parse(await readFile(join(service.directory, '.mintmark/root.json'), 'utf8')),
      run: async (program, env) => {
        await writeFile(join(directory, snippet.file), program);
        return execute(snippet.run, env);
      },
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}
