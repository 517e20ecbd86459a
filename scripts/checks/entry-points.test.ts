import { describe, expect, test } from 'vitest';
import { type Exports, entryPoints } from './entry-points.ts';

const files = ['./dist/index.js', './dist/units/a.js', './dist/units/deep/b.js', './dist/units/a.d.ts', './v/one.json'];
const names = (exports: Exports) => entryPoints('@example/sound', exports, files).map(({ name }) => name);

describe('entryPoints', () => {
  test('default', () => {
    const exports = {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './data': ['./v/one.json'],
      './page': './page.yaml',
    };
    expect(entryPoints('@example/sound', exports, files)).toEqual([
      { name: '@example/sound', extension: '.js' },
      { name: '@example/sound/data', extension: '.json' },
      { name: '@example/sound/page', extension: '.yaml' },
    ]);
  });

  test('behavior: a pattern stands for every file that matches it, also in subfolders', () => {
    expect(names({ './units/*': './dist/units/*.js' })).toEqual([
      '@example/sound/units/a',
      '@example/sound/units/deep/b',
    ]);
    expect(names({ './vectors/*.json': './v/*.json' })).toEqual(['@example/sound/vectors/one.json']);
  });

  test('behavior: a file behind one of the conditions is enough', () => {
    const withTypes = { types: './dist/units/*.d.ts', default: './dist/gone/*.js' };
    expect(names({ './units/*': withTypes })).toEqual(['@example/sound/units/a']);
    const both = { types: './dist/units/*.d.ts', default: './dist/units/*.js' };
    expect(names({ './units/*': both })).toEqual(['@example/sound/units/a', '@example/sound/units/deep/b']);
  });

  test('behavior: paths that are closed with null are left out', () => {
    expect(names({ './units/*': './dist/units/*.js', './units/deep/*': null, './closed': null })).toEqual([
      '@example/sound/units/a',
    ]);
  });
});
