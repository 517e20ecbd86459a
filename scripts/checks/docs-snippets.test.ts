import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { snippetLanguages } from '@mintmark/openapi/docs-page/snippet-languages';
import { notRun } from '@mintmark/testing/not-run';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root as repository } from '../command.ts';
import { checkSnippets, operations, type SnippetCheck } from '../languages/check-snippets.ts';
import { toolProblem } from '../languages/toolchain.ts';
import { type StartedService, startService } from './started-service.ts';

const [curl, typescript] = snippetLanguages;
const curlProblem = toolProblem({ name: 'curl', command: ['curl', '--version'], install: 'apt-get install curl' });
if (curlProblem) notRun('the curl snippets of the docs page', 'curl', curlProblem);

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const root = (): SnippetCheck['root'] =>
  JSON.parse(readFileSync(join(service.directory, '.mintmark/root.json'), 'utf8'));

async function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(file, args, { cwd: service.directory, env: { PATH: process.env['PATH'], ...env } });
  const [printed, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect([code, errors]).toEqual([0, '']);
  return printed;
}

test.skipIf(curlProblem)('default: the curl snippets run as they are shown', async () => {
  // Neither the key nor the settings of a user.
  await checkSnippets({
    language: curl,
    root: root(),
    run: (program) => run('sh', ['-euc', program.replace('curl ', 'curl --disable --silent --show-error ')], {}),
  });
});

test('default: the TypeScript snippets run as they are shown', async () => {
  await checkSnippets({
    language: typescript,
    root: root(),
    run: (program, env) => {
      writeFileSync(join(service.directory, 'snippet.ts'), program);
      return run(process.execPath, ['snippet.ts'], env);
    },
  });
});

test('behavior: the TypeScript snippet of every example compiles', () => {
  const snippets = new Map(
    operations.map((operation) => {
      const { name, path, isProxy, example } = operation;
      const request = {
        operation,
        url: `http://127.0.0.1:8080${path}`,
        body: JSON.stringify(example),
        credential: { name: 'X-Stamp', value: '' },
        kind: isProxy ? ('configuration' as const) : ('apiKey' as const),
      };
      // Where the packages can be imported.
      return [join(repository, `scripts/snippet-${name}.ts`), typescript.build(request)];
    }),
  );
  for (const program of snippets.values()) expect(program).toContain("from '@mintmark/client'");
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => snippets.get(name) ?? readFile(name);
  host.fileExists = (name) => snippets.has(name) || fileExists(name);
  host.getCurrentDirectory = () => join(repository, 'scripts');
  const program = ts.createProgram([...snippets.keys()], options, host);
  const problems = [...snippets.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  expect(problems.map(({ messageText, file }) => [file?.fileName, messageText])).toEqual([]);
});
