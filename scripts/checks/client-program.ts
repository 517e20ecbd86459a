import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OpenApiDocument } from '@mintmark/openapi';
import ts from 'typescript';
import { root } from '../command.ts';
import { buildClientFiles } from '../generate/client-files.ts';

const source = 'packages/client/src';

/** As strict as a consumer may be. Declarations of dependencies are used but not checked. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom'],
  types: [],
};

interface Operation {
  readonly operationId: string;
  readonly 'x-activity-versions'?: readonly { readonly resultKey?: string }[];
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: { readonly $ref: string };
        readonly examples: { readonly request: { readonly value: Example } };
      };
    };
  };
}

interface Example {
  readonly organizationId: string;
  readonly parameters?: object;
}

/**
 * Writes what a consumer of the client would have into an empty folder: the declarations that the client would have for this
 * document, and `program.ts`, which uses every method.
 */
export async function writeClientProgram(directory: string, document: OpenApiDocument): Promise<void> {
  const generated = await buildClientFiles(document);
  const files = await readdir(join(root, source), { recursive: true });
  for (const file of files.filter((name) => /(?<!\.test|\.test-d)\.ts$/.test(name))) {
    const text = generated[`${source}/${file}`] ?? (await readFile(join(root, source, file), 'utf8'));
    const target = join(directory, 'client', file.replace(/\.ts$/, '.d.ts'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, declarationsOf(file, text));
  }
  await writeFile(join(directory, 'program.ts'), programOf(document));
  await writeFile(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
}

/** The source uses isolated declarations, so the declarations of a file depend only on that file. */
function declarationsOf(fileName: string, text: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { rewriteRelativeImportExtensions: true, target: ts.ScriptTarget.ES2022 },
  });
  const [problem] = diagnostics;
  if (problem) throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`);
  return outputText;
}

function programOf({ paths, components }: OpenApiDocument): string {
  const uses = Object.entries(paths)
    .filter(([path]) => path.startsWith('/public/'))
    .map(([, item]) => {
      const { post } = item as { post: Operation };
      const { schema } = post.requestBody.content['application/json'];
      const { properties } = components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] as {
        properties: object;
      };
      return useOf(post, 'paginationOptions' in properties);
    });
  return `import type { Client } from './client/index.js';

export async function useEveryMethod(client: Client, show: (...values: unknown[]) => void): Promise<void> {
${uses.join('')}}
`;
}

function useOf(operation: Operation, hasPages: boolean): string {
  const { operationId: method, requestBody, 'x-activity-versions': versions } = operation;
  const { organizationId, ...fields } = requestBody.content['application/json'].examples.request.value;
  if (!versions) {
    const call = `client.${method}(${JSON.stringify(fields)})`;
    return `  show(await ${call}, await client.send(await client.stamp('${method}', ${JSON.stringify(fields)})));
${hasPages ? `  for await (const item of ${call}) show(item);\n` : ''}`;
  }
  const input = JSON.stringify(fields.parameters);
  return `  for (const outcome of [
    await client.${method}(${input}),
    await client.send(await client.stamp('${method}', ${input})),
    await client.resume('${method}', '${organizationId}'),
  ]) {
    show(outcome.status === 'completed' ? outcome.result : outcome.activity.id);
  }
${versions[0]?.resultKey ? `  show(await client.${method}OrThrow(${input}, { organizationId: '${organizationId}' }));\n` : ''}`;
}
