// `npm start`: builds the docs page, the console, the sample page and the program, which are not committed, and starts the service.
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from '@mintmark/cli/build';
import { root } from './command.ts';

const openapi = join(root, 'packages/openapi');
const console = join(root, 'packages/console/page');
const demo = join(root, 'examples/sign-in/dist');

const docsSources = [
  'packages/openapi/{package.json,v1/openapi.json,src/{write-docs,docs-page}.ts,src/docs-page/**/*}',
  'packages/stamper/src/**/*.ts',
];
const consoleSources = [
  'packages/console/{build.ts,package.json,src/**/*}',
  'packages/{client,stamper}/src/**/*.ts',
  'packages/openapi/v1/openapi.json',
];
const demoSources = ['examples/sign-in/{build-page.ts,package.json,src/*}', 'packages/{client,stamper}/src/**/*.ts'];

/** Whether the last file of a page is newer than all of its sources. */
function isBuilt(file: string, sources: readonly string[]): boolean {
  const built = statSync(file, { throwIfNoEntry: false });
  return (
    built !== undefined &&
    globSync(sources, { cwd: root }).every((source) => statSync(join(root, source)).mtimeMs <= built.mtimeMs)
  );
}

if (!isBuilt(join(openapi, 'docs/headers.json'), docsSources)) {
  const { writeDocs } = await import('@mintmark/openapi/write-docs');
  writeDocs(join(openapi, 'v1/openapi.json'), join(openapi, 'docs'));
}
if (!isBuilt(join(console, 'headers.json'), consoleSources)) {
  const { buildConsole } = await import('@mintmark/console/build');
  await buildConsole(console);
}
if (process.env['NODE_ENV'] !== 'production') {
  if (!isBuilt(join(demo, 'page.js'), demoSources)) {
    const { buildPage } = await import('mintmark-example-sign-in');
    await buildPage(demo);
  }
  process.env['MINTMARK_DEMO_DIR'] = demo;
}
const program = await buildIfChanged();
process.argv.splice(1, 1, program, 'start');
await import(program);
