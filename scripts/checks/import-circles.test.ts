import { describe, expect, test } from 'vitest';
import { importCircles } from './import-circles.ts';

describe('importCircles', () => {
  const circlesOf = (files: Record<string, string>) => importCircles(new Map(Object.entries(files)));

  test('default', () => {
    const files = {
      'src/top.ts': "import { a } from './folder/a.ts';\nimport { b } from './b.ts';",
      'src/folder/a.ts': "import { b } from '../b.ts';",
      'src/b.ts': "import { readFile } from 'node:fs';\nimport { other } from '../../other/src/index.ts';",
    };
    expect(circlesOf(files)).toEqual([]);
  });

  test.each([
    ['a value', "import { b } from './b.ts';"],
    ['a value beside a type', "import { type B, b } from './b.ts';"],
    ['a type', "import type { B } from './b.ts';"],
    ['a type in place', "export type A = import('./b.ts').B;"],
    ['the type of a module', "export type A = typeof import('./b.ts');"],
    ['everything', "import * as b from './b.ts';"],
    ['nothing by name', "import './b.ts';"],
    ['a re-export', "export { b } from './b.ts';"],
    ['a re-export of types', "export type { B } from './b.ts';"],
    ['a re-export of everything', "export * from './b.ts';"],
    ['a module at run time', "const quote = /`/;\nexport const load = () => import('./b.ts');"],
  ])('error: a circle by an import of %s', (_, text) => {
    const files = { 'src/a.ts': text, 'src/b.ts': "import type { A } from './a.ts';" };
    expect(circlesOf(files)).toEqual(['src/a.ts -> src/b.ts -> src/a.ts']);
  });

  test('error: a circle without the first file', () => {
    const files = {
      'src/index.ts': "export * from './a.ts';",
      'src/a.ts': "import './folder/b.ts';",
      'src/folder/b.ts': "import '../c.ts';",
      'src/c.ts': "import './a.ts';",
    };
    expect(circlesOf(files)).toEqual(['src/a.ts -> src/folder/b.ts -> src/c.ts -> src/a.ts']);
  });

  test('error: several circles', () => {
    const files = {
      'src/a.ts': "import './b.ts';\nimport './c.ts';",
      'src/b.ts': "import './a.ts';",
      'src/c.ts': "import './a.ts';",
      'src/self.ts': "import './self.ts';",
    };
    expect(circlesOf(files)).toEqual([
      'src/a.ts -> src/b.ts -> src/a.ts',
      'src/a.ts -> src/c.ts -> src/a.ts',
      'src/self.ts -> src/self.ts',
    ]);
  });

  test('behavior: an import in a comment or a string does not count', () => {
    const files = {
      'src/a.ts': "// import './b.ts';\nexport const text = `import './b.ts';`;",
      'src/b.ts': "import './a.ts';",
    };
    expect(circlesOf(files)).toEqual([]);
  });
});
