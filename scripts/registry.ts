import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from './command.ts';

/** Where the generated table of operations is, below the source of a package. */
const table = 'generated/operations.ts';

/** The files in `operations/<chapter>/` of a package, without tests, in the order of their names. */
export async function operationFiles(source: string): Promise<string[]> {
  const chapters = await list(join(source, 'operations'));
  const files = await Promise.all(
    chapters
      .filter((entry) => entry.isDirectory())
      .map(async ({ name: chapter }) => {
        const entries = await list(join(source, 'operations', chapter));
        return entries.filter(({ name }) => /^[^.]+\.ts$/.test(name)).map(({ name }) => `${chapter}/${name}`);
      }),
  );
  return files.flat().sort((one, two) => (nameOf(one) < nameOf(two) ? -1 : 1));
}

/** The table of operations: one line for each file, in the order of their names. */
export async function buildRegistry(source: string): Promise<Record<string, string>> {
  const files = await operationFiles(source);
  const fileOf = new Map<string, string>();
  for (const file of files) {
    const name = nameOf(file);
    if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
      throw new Refusal(
        `operations/${file}: an operation's file has its wire name with dashes, such as create-wallet.ts`,
      );
    if (!/^export default /m.test(await readFile(join(source, 'operations', file), 'utf8')))
      throw new Refusal(`operations/${file}: has no default export`);
    const other = fileOf.get(name);
    if (other !== undefined) throw new Refusal(`operations/${file}: operations/${other} has the same name`);
    fileOf.set(name, file);
  }
  const lines = files.map(
    (file) => `export { default as ${nameOf(file).replaceAll('-', '_')} } from '../operations/${file}';`,
  );
  return {
    [table]: ['// Made by `npm run generate` from the files of the operations. Do not edit.', ...lines, ''].join('\n'),
  };
}

export async function writeRegistry(source: string): Promise<void> {
  for (const [file, text] of Object.entries(await buildRegistry(source))) {
    await mkdir(dirname(join(source, file)), { recursive: true });
    await writeFile(join(source, file), text);
  }
}

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1, -'.ts'.length);

/** What a directory holds: nothing, if it does not exist. */
async function list(directory: string) {
  return readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
