import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import type { Json } from '@mintmark/stamper/encoding';
import { pathFrom } from '../path-from.ts';
import type { Surroundings } from '../surroundings.ts';

/** Where files and standard input are read from. */
export type Inputs = Pick<Surroundings, 'cwd' | 'stdin'>;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file as it is, without the line end that editors add. */
export async function readTextFile(path: string, before: string, inputs: Inputs): Promise<string> {
  return decode(await readBytes(path, before, inputs), before + path).replace(/\r?\n$/, '');
}

/** The bytes of a file, or of standard input for `-`. */
export async function readBytes(path: string, before: string, { cwd, stdin }: Inputs): Promise<Buffer> {
  try {
    if (path !== '-') return await readFile(pathFrom(cwd, path));
    return await buffer(stdin);
  } catch (error) {
    throw new SettingsError(`${before}${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

export function decode(bytes: Uint8Array, source: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new SettingsError(`${source} is not UTF-8`);
  }
}

/** Reads JSON in which no object has a member twice. The error does not quote it. */
export async function readJsonText(text: string, source: string): Promise<Json> {
  // Loaded on demand: most calls need no JSON from their user, and should not wait for it.
  const { readJson } = await import('@mintmark/stamper/encoding');
  return readJson(text, (problem, name) => {
    if (problem === 'twice') return new SettingsError(`${source} has the member ${JSON.stringify(name)} twice`);
    return new SettingsError(`${source} ${problem === 'depth' ? 'is nested too deep' : 'is not valid JSON'}`);
  });
}
