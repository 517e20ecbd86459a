// `npm start`: builds the docs page, which is not committed, and starts the service.
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command.ts';

const openapi = join(root, 'packages/openapi');
const bin = join(root, 'packages/server/src/bin.ts');

/** Whether the page is newer than all of its sources. */
function isBuilt(): boolean {
  const built = statSync(join(openapi, 'docs/headers.json'), { throwIfNoEntry: false });
  const sources = globSync(['src/{write-docs,docs-page}.ts', 'src/docs-page/*', 'v1/openapi.json', 'package.json'], {
    cwd: openapi,
  });
  return built !== undefined && sources.every((source) => statSync(join(openapi, source)).mtimeMs <= built.mtimeMs);
}

if (!isBuilt()) {
  const { writeDocs } = await import('@mintmark/openapi/write-docs');
  writeDocs(join(openapi, 'v1/openapi.json'), join(openapi, 'docs'));
}
process.argv.splice(1, 1, bin, 'start');
await import(bin);
