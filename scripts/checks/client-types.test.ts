import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { document } from '@mintmark/openapi';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeClientProgram } from './client-program.ts';
import { buildSyntheticDocument } from './synthetic-document.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintmark-client-types-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** The type instantiations per operation of a program that uses every method. */
async function instantiationsPerOperation(count: number): Promise<number> {
  const project = join(directory, String(count));
  await writeClientProgram(project, buildSyntheticDocument(document, count));
  const config = ts.readConfigFile(join(project, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, project);
  const program = ts.createProgram(fileNames, options);
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  expect(problems).toEqual([]);
  return program.getInstantiationCount() / count;
}

test('behavior: a method needs no more type instantiations with 120 operations than with 21', async () => {
  const few = await instantiationsPerOperation(21);
  expect(await instantiationsPerOperation(120)).toBeLessThanOrEqual(few);
  // A single call with the generic types of openapi-fetch needs more than that; the program makes up to four calls.
  expect(few).toBeLessThan(1000);
});
