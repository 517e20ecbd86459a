import {
  authProxyClientAlone,
  clientAlone,
  clientBundles,
  importOf,
  limitedParts,
  measure,
  oneMethodAlone,
  oneMovementAlone,
  openapiFetchAlone,
  operationCount,
  type Part,
  signUpOperationCount,
  stampers,
  withMovements,
} from '@mintmark/conformance/bundle-sizes';
import { document } from '@mintmark/openapi';
import ts from 'typescript';
import { buildSyntheticDocument } from '../checks/synthetic-document.ts';
import { buildClientFiles } from '../generate/client-files.ts';

const stamper = '@mintmark/stamper';

/** Each part of the stamper on its own, as an app would import it. */
const stamperParts: readonly Part[] = [
  ...stampers.map((name) => ({ title: name, source: importOf(stamper, [name]) })),
  { title: 'every stamper', source: importOf(stamper, stampers) },
  { title: 'bundles, the client’s side', source: importOf(`${stamper}/bundles`, clientBundles) },
  {
    title: 'every stamper and these bundles',
    source: importOf(stamper, stampers) + importOf(`${stamper}/bundles`, clientBundles),
  },
  { title: 'all of the main door', source: importOf(stamper) },
  ...['bundles', 'tokens', 'verify'].map((door) => ({
    title: `all of ./${door}`,
    source: importOf(`${stamper}/${door}`),
  })),
];

const clientParts = [
  ...limitedParts(operationCount),
  withMovements,
  clientAlone,
  oneMethodAlone,
  oneMovementAlone,
  authProxyClientAlone,
  openapiFetchAlone,
];
const manyOperations = 150;

/** Measures the minified size of each part of the stamper and the client in a browser app. */
export async function benchSize(): Promise<void> {
  console.log('bundled for browsers                              bytes   gzipped   limit   of it libraries');
  for (const part of [...stamperParts, ...clientParts]) await print(part);
  const table = await tableOf(manyOperations - signUpOperationCount);
  for (const { title, source, limit } of limitedParts(manyOperations)) {
    const longer = title.replace('client', `with ${manyOperations} operations`);
    await print({ title: longer, source: withTable(source, table), limit });
  }
}

/** The operation table of a contract with this many stamped operations, as a module. */
async function tableOf(count: number): Promise<string> {
  const files = await buildClientFiles(buildSyntheticDocument(document, count));
  const code = ts.transpile(files['packages/client/src/generated/operations.ts'] ?? '', {
    module: ts.ModuleKind.ESNext,
  });
  return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
}

/** A part whose client uses another table. This works because a module's own exports shadow those of `export *`. */
const withTable = (source: string, table: string) => `${source}
import { createClient as createCoreClient } from '@mintmark/client/core';
import * as operations from '${table}';
export const createClient = (options) => createCoreClient({ ...options, operations });`;

async function print(part: Part): Promise<void> {
  const { bytes, gzipped, sources } = await measure(part);
  const libraries = new Set(
    sources.flatMap((path) => path.match(/(?<=node_modules\/)(?:@\w+\/)?[a-z-]+(?=\/)/g) ?? []),
  );
  const columns = [
    String(bytes).padStart(7),
    String(gzipped).padStart(9),
    String(part.limit ?? '').padStart(7),
    `  ${[...libraries].join(' ') || 'none'}`,
  ];
  console.log(`  ${part.title.padEnd(46)}${columns.join(' ')}`);
}
