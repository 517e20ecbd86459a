import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { docsHeaders } from './docs-page.ts';
import { writeDocs } from './write-docs.ts';

let folder: string;
let document: string;
let docs: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mintmark-docs-'));
  document = join(folder, 'document.json');
  docs = join(folder, 'docs');
  writeFileSync(document, '{"openapi":"3.1.0"}');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('default', () => {
  writeDocs(document, docs);
  expect(readdirSync(docs).sort()).toEqual([
    'favicon.svg',
    'headers.json',
    'index.html',
    'openapi.json',
    'page.css',
    'page.js',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.LICENSE.txt',
    'swagger-ui.NOTICE.txt',
    'swagger-ui.css',
  ]);
  expect(readFileSync(join(docs, 'openapi.json'), 'utf8')).toBe('{"openapi":"3.1.0"}');
  expect(JSON.parse(readFileSync(join(docs, 'headers.json'), 'utf8'))).toEqual(docsHeaders);
});

test('behavior: the page refers only to files in its directory', () => {
  writeDocs(document, docs);
  const page = readFileSync(join(docs, 'index.html'), 'utf8');
  const references = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, reference]) => reference);
  expect(references.length).toBeGreaterThan(0);
  expect(readdirSync(docs).map((name) => `./${name}`)).toEqual(expect.arrayContaining(references));
});

test('behavior: a second run writes the same files and removes stale ones', () => {
  writeDocs(document, docs);
  const first = readdirSync(docs);
  writeFileSync(join(docs, 'stale.js'), '');
  writeDocs(document, docs);
  expect(readdirSync(docs)).toEqual(first);
});

test('behavior: leaves nothing beside the directory', () => {
  writeDocs(document, docs);
  expect(readdirSync(folder).sort()).toEqual(['docs', 'document.json']);
});

test('behavior: the script contains the licence of what is bundled into it', () => {
  writeDocs(document, docs);
  expect(readFileSync(join(docs, 'page.js'), 'utf8')).toContain('noble-curves - MIT License');
});

test('error: no document; existing files stay', () => {
  writeDocs(document, docs);
  expect(() => writeDocs(join(folder, 'missing.json'), docs)).toThrow('missing.json');
  expect(readdirSync(docs)).toContain('index.html');
});

test('error: not a docs directory; existing files stay', () => {
  mkdirSync(join(docs, 'src'), { recursive: true });
  writeFileSync(join(docs, 'package.json'), '{}');
  expect(() => writeDocs(document, docs)).toThrow('it holds src');
  expect(readdirSync(docs).sort()).toEqual(['package.json', 'src']);
  expect(readdirSync(folder).sort()).toEqual(['docs', 'document.json']);
});
