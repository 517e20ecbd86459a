import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildIfChanged } from '@mintmark/cli/build';
import { root } from '../command.ts';

/** Where `mintmark` is in a clone of this repository. Older ones have it in the server. */
const places = ['packages/cli/src/bin.ts', 'packages/server/src/bin.ts'];

const programs = new Map<string, Promise<string>>();

/** The source of `mintmark` in a clone of this repository, if it has one. */
export const sourceOf = (checkout: string): string | undefined =>
  places.map((place) => join(checkout, place)).find((file) => existsSync(file));

/** The file to start in a clone of this repository: its built program, or its source if it does not build one. */
export function programOf(checkout = root): Promise<string> {
  const program = programs.get(checkout) ?? (checkout === root ? buildIfChanged() : programOfOther(checkout));
  programs.set(checkout, program);
  return program;
}

async function programOfOther(checkout: string): Promise<string> {
  const build = join(checkout, 'packages/cli/build.ts');
  if (existsSync(build)) {
    await promisify(execFile)(process.execPath, [build]);
    return join(checkout, 'packages/cli/dist/bin.js');
  }
  const source = sourceOf(checkout);
  if (source === undefined) throw new Error(`there is no service in ${checkout}`);
  return source;
}
