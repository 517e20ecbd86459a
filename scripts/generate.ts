import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildDocument } from '../packages/openapi/src/build-document.ts';
import { ContractError } from '../packages/openapi/src/contract-lint.ts';
import { renderJson, renderYaml } from '../packages/openapi/src/render.ts';
import { writeRegistry } from './registry.ts';

const openapi = new URL('../packages/openapi/', import.meta.url);

await writeRegistry(fileURLToPath(new URL('../packages/schema/src', import.meta.url)));
// Only now: the registry that the contract is read from has just been written.
const { registry } = await import('@mintmark/schema');
const { version } = JSON.parse(await readFile(new URL('package.json', openapi), 'utf8'));

try {
  const document = buildDocument(registry, version);
  await writeFile(new URL('v1/openapi.json', openapi), renderJson(document));
  await writeFile(new URL('v1/openapi.yaml', openapi), renderYaml(document));
  console.log(`packages/openapi/v1: ${Object.keys(document.paths).length} operations, version ${version}`);
} catch (error) {
  if (!(error instanceof ContractError)) throw error;
  console.error(`The document was not written. In packages/schema/src:\n${error.message}`);
  process.exitCode = 1;
}
