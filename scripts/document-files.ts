import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@mintmark/schema';
import { buildDocument } from '../packages/openapi/src/build-document.ts';
import { ContractError } from '../packages/openapi/src/contract-lint.ts';
import { renderJson, renderYaml } from '../packages/openapi/src/render.ts';
import { Refusal, root } from './command.ts';

/** The files of the document by path, or a refusal with the places where the units break the rules of the contract. */
export async function buildDocumentFiles(): Promise<Record<string, string>> {
  const { version } = JSON.parse(await readFile(join(root, 'packages/openapi/package.json'), 'utf8'));
  try {
    const document = buildDocument(registry, version);
    return {
      'packages/openapi/v1/openapi.json': renderJson(document),
      'packages/openapi/v1/openapi.yaml': renderYaml(document),
    };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new Refusal(`There is no document of these units. In packages/schema/src:\n${error.message}`);
  }
}
