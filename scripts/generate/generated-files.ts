import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal, root } from '../command.ts';
import { withPart } from './generated-part.ts';
import { buildTable, handlers, operationFiles, stories, units } from './registry.ts';

const serverReadme = 'packages/server/README.md';

/** Every file that is generated, as path and text, in the order in which they must be written. */
export async function* generatedFiles(): AsyncGenerator<[path: string, text: string]> {
  for (const table of [units, handlers, stories]) yield [table.table, await buildTable(root, table)];
  // Imported late: these modules load the registry, which the caller has just written.
  const { buildDocumentFiles, documentJson } = await import('./document-files.ts');
  const { withFacts } = await import('./readme-facts.ts');
  const { statusWords } = await import('./status-words.ts');
  const { libraryWords } = await import('./library-words.ts');
  const { buildClientFiles } = await import('./client-files.ts');
  const { buildPolicyWords, policyWords } = await import('./policy-words.ts');
  yield [policyWords, buildPolicyWords()];
  const documentFiles = await buildDocumentFiles();
  yield* Object.entries(documentFiles);
  yield* Object.entries(await buildClientFiles(JSON.parse(documentFiles[documentJson])));
  const { buildConfigurationJsonSchema } = await import('@mintmark/server/runtime/process/configuration-schema');
  yield ['packages/server/config.schema.json', `${JSON.stringify(buildConfigurationJsonSchema(), null, 2)}\n`];
  const { buildContractFiles } = await import('@mintmark/contracts/contract-files');
  yield* Object.entries(await buildContractFiles());
  const { buildTestFileJsonSchema } = await import('@mintmark/cli/policy-test-schema');
  yield ['packages/cli/policy-test.schema.json', `${JSON.stringify(buildTestFileJsonSchema(), null, 2)}\n`];
  const status = statusWords(await operationFiles(root, handlers));
  const page = (path: string) => readFile(join(root, path), 'utf8');
  yield ['README.md', withPart(withFacts(await page('README.md')), 'status', status)];
  // Imported after its words were written.
  const { policyReference, withPolicyReference } = await import('./policy-reference.ts');
  yield [policyReference, withPolicyReference(await page(policyReference))];
  yield [
    'SECURITY.md',
    withPart(withPart(await page('SECURITY.md'), 'status', status), 'libraries', await libraryWords(root)),
  ];
  yield [serverReadme, withPart(await page(serverReadme), 'status', status)];
}

export const stale = (path: string) =>
  `${path} does not match its source. It is generated: run npm run generate and commit the result.`;

/** Throws a Refusal if a generated file in `directory` does not match its source. */
export async function assertGenerated(
  directory: string = root,
  generated:
    | AsyncIterable<readonly [path: string, text: string]>
    | Iterable<readonly [string, string]> = generatedFiles(),
): Promise<void> {
  for await (const [path, text] of generated) {
    const written = await readFile(join(directory, path), 'utf8').catch(() => undefined);
    if (written !== text) throw new Refusal(stale(path));
  }
}
