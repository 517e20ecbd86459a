import { readFile } from 'node:fs/promises';
import { mistakesOf } from '@mintmark/server/runtime/process/mistakes-of';
import { readStrictJson } from '@mintmark/stamper/encoding';
import { z } from 'zod';
import { pathFrom } from '../path-from.ts';
import { type Mistake, PolicyFileError } from './policy-file-error.ts';

/** Reads a JSON file by its schema. Throws one error that names every mistake by its path. */
export async function readJsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  cwd: string,
): Promise<z.output<Schema>> {
  const bytes = await readFile(pathFrom(cwd, path)).catch((error: NodeJS.ErrnoException) => {
    throw new PolicyFileError(`${path} cannot be read: ${error.code}`);
  });
  const written = readStrictJson(bytes, (problem) => new PolicyFileError(`${path} ${problem}`));
  const { data, error } = schema.safeParse(written);
  if (error) throw notValid(path, mistakesOf(error.issues));
  return data;
}

/** The error for a file with mistakes that the schema alone does not find. */
export const wrongFile = (path: string, mistakes: readonly Mistake[]): PolicyFileError =>
  notValid(
    path,
    mistakes.map((mistake) => `${z.core.toDotPath(mistake.path)}: ${mistake.message}`),
  );

const notValid = (path: string, lines: readonly string[]) =>
  new PolicyFileError([`${path} is not valid:`, ...lines].join('\n  '));
