import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDocument } from '@mintmark/openapi/build-document';
import { buildDocument30 } from '@mintmark/openapi/build-document-30';
import { ContractError } from '@mintmark/openapi/contract-lint';
import { renderJson, renderYaml } from '@mintmark/openapi/render';
import { registry } from '@mintmark/schema';
import { Refusal, root } from '../command.ts';

export const documentJson = 'packages/openapi/v1/openapi.json';
const documentYaml = 'packages/openapi/v1/openapi.yaml';
const document30Json = 'packages/openapi/v1/openapi-3.0.json';

type DocumentFile = typeof documentJson | typeof documentYaml | typeof document30Json;

/** The files of the document by path. Throws a Refusal with the places where units break the rules of the contract. */
export async function buildDocumentFiles(): Promise<Record<DocumentFile, string>> {
  const { version } = JSON.parse(await readFile(join(root, 'packages/openapi/package.json'), 'utf8'));
  try {
    const document = buildDocument(registry, version);
    return {
      [documentJson]: renderJson(document),
      [documentYaml]: renderYaml(document),
      [document30Json]: renderJson(buildDocument30(document)),
    };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new Refusal(`Could not build the document from these units. In packages/schema/src:\n${error.message}`);
  }
}
