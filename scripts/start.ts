// `npm start`: the service, with the docs page, which a clone does not come with.
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command.ts';

const openapi = join(root, 'packages/openapi');
const bin = join(root, 'packages/server/src/bin.ts');

/** Whether the page is newer than all that it is made from. */
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
