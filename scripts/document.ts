import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@mintmark/schema';
import { buildDocument } from '../packages/openapi/src/build-document.ts';
import { ContractError } from '../packages/openapi/src/contract-lint.ts';
import { renderJson, renderYaml } from '../packages/openapi/src/render.ts';
import { Refusal, root } from './command.ts';

/** Writes the document of the units, or refuses with the places where they break the rules of the contract. */
export async function writeDocument(): Promise<string> {
  const openapi = join(root, 'packages/openapi');
  const { version } = JSON.parse(await readFile(join(openapi, 'package.json'), 'utf8'));
  try {
    const document = buildDocument(registry, version);
    await writeFile(join(openapi, 'v1/openapi.json'), renderJson(document));
    await writeFile(join(openapi, 'v1/openapi.yaml'), renderYaml(document));
    return `packages/openapi/v1: ${Object.keys(document.paths).length} operations, version ${version}`;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new Refusal(`The document was not written. In packages/schema/src:\n${error.message}`);
  }
}
