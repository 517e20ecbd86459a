import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../load/service-process.ts';
import { SourcePlaces } from './source-places.ts';

/** The first two lines of a built file come from two sources: each from its fifth line. */
const map = {
  version: 3,
  sources: [
    '../../server/src/app.ts',
    '../../../node_modules/.pnpm/@noble+curves@1/node_modules/@noble/curves/p256.js',
  ],
  names: [],
  mappings: 'AAIE;ACAA',
};

const root = '/srv/mintmark';

test('default', async () => {
  await using directory = await temporaryDirectory();
  const built = join(directory.path, 'packages/cli/dist/chunk.js');
  await mkdir(dirname(built), { recursive: true });
  await writeFile(`${built}.map`, JSON.stringify(map));
  const places = new SourcePlaces(directory.path);
  const url = pathToFileURL(built).href;
  expect(places.find({ url, lineNumber: 0, columnNumber: 12 })).toEqual({
    library: undefined,
    text: 'packages/server/src/app.ts:5',
  });
  expect(places.find({ url, lineNumber: 1, columnNumber: 0 })).toEqual({
    library: '@noble/curves',
    text: '@noble/curves',
  });
});

test('behavior: files without a source map', () => {
  const places = new SourcePlaces(root);
  const find = (file: string) => places.find({ url: `file://${root}/${file}`, lineNumber: 6, columnNumber: 2 }).text;
  expect(find('packages/server/src/app.ts')).toBe('packages/server/src/app.ts:7');
  expect(find('node_modules/.pnpm/pg@8/node_modules/pg/lib/client.js')).toBe('pg');
});
