import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { methodName } from '../../packages/schema/src/define/names.ts';
import { Refusal } from '../command.ts';

/** A generated table of files `<chapter>/<name>.ts` with a default export each. Paths are relative to the repository. */
export interface Table {
  readonly directory: string;
  readonly table: string;
  /** Turns a wire name into the name of the table's export. */
  readonly exportName: (wireName: string) => string;
}

const same = (wireName: string) => wireName;

export const units: Table = {
  directory: 'packages/schema/src/operations',
  table: 'packages/schema/src/generated/operations.ts',
  exportName: same,
};
export const handlers: Table = {
  directory: 'packages/server/src/operations',
  table: 'packages/server/src/operations/generated.ts',
  exportName: same,
};
/** Named after the client's methods, because stories call the client. */
export const stories: Table = {
  directory: 'packages/conformance/src/story',
  table: 'packages/conformance/src/story/generated.ts',
  exportName: methodName,
};

/** The files in `<directory>/<chapter>/`, without tests, sorted by name. */
export async function operationFiles(repository: string, { directory }: Table): Promise<string[]> {
  const chapters = await list(join(repository, directory));
  const files = await Promise.all(
    chapters
      .filter((entry) => entry.isDirectory())
      .map(async ({ name: chapter }) => {
        const entries = await list(join(repository, directory, chapter));
        return entries.filter(({ name }) => /^[^.]+\.ts$/.test(name)).map(({ name }) => `${chapter}/${name}`);
      }),
  );
  return files.flat().sort((one, two) => (nameOf(one) < nameOf(two) ? -1 : 1));
}

/** The text of a table: one line for each file, sorted by name. */
export async function buildTable(repository: string, table: Table): Promise<string> {
  const { directory, exportName } = table;
  const files = await operationFiles(repository, table);
  const fileOf = new Map<string, string>();
  for (const file of files) {
    const name = nameOf(file);
    if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
      throw new Refusal(
        `${directory}/${file}: the file of an operation must be its wire name with dashes, such as create-wallet.ts`,
      );
    if (!/^export default /m.test(await readFile(join(repository, directory, file), 'utf8')))
      throw new Refusal(`${directory}/${file} has no default export`);
    const other = fileOf.get(name);
    if (other !== undefined) throw new Refusal(`${directory}/${file}: ${directory}/${other} has the same name`);
    fileOf.set(name, file);
  }
  const from = relative(dirname(table.table), directory) || '.';
  const lines = files.map(
    (file) => `export { default as ${exportName(nameOf(file).replaceAll('-', '_'))} } from '${from}/${file}';`,
  );
  return ['// Made by `npm run generate` from the files of the operations. Do not edit.', ...lines, ''].join('\n');
}

export async function writeTable(repository: string, table: Table): Promise<void> {
  const text = await buildTable(repository, table);
  await mkdir(dirname(join(repository, table.table)), { recursive: true });
  await writeFile(join(repository, table.table), text);
}

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1, -'.ts'.length);

/** The entries of a directory, or none if it does not exist. */
async function list(directory: string) {
  return readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
