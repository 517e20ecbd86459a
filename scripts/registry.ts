import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from './command.ts';

/** The directories that unit files lie in, one for each kind of unit. */
export const directories = { activity: 'activities', query: 'queries', proxy: 'proxy' } as const;

/** Where the files of the registry belong, and their text: one line for each unit file, in the order of their names. */
export async function buildRegistry(source: string): Promise<Record<string, string>> {
  const fileOf = new Map<string, string>();
  const registry: Record<string, string> = {};
  for (const directory of Object.values(directories)) {
    const entries = await list(join(source, directory));
    if (!entries) continue;
    const files = entries.filter((file) => /^[^.]+\.ts$/.test(file)).sort();
    for (const file of files) {
      if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.ts$/.test(file))
        throw new Refusal(`${directory}/${file}: a unit file has its wire name with dashes, such as create-wallet.ts`);
      if (!/^export default /m.test(await readFile(join(source, directory, file), 'utf8')))
        throw new Refusal(`${directory}/${file}: has no default export, which the unit must be`);
      const other = fileOf.get(file);
      if (other !== undefined)
        throw new Refusal(`${directory}/${file}: has the name of ${other}; an operation is one unit`);
      fileOf.set(file, `${directory}/${file}`);
    }
    const wireName = (file: string) => file.slice(0, -'.ts'.length).replaceAll('-', '_');
    registry[`generated/${directory}.ts`] = [
      '// Made by `npm run generate` from the unit files. Do not edit.',
      ...files.map((file) => `export { default as ${wireName(file)} } from '../${directory}/${file}';`),
      '',
    ].join('\n');
  }
  return registry;
}

/** What a directory holds, if it is there. */
async function list(directory: string): Promise<string[] | undefined> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

export async function writeRegistry(source: string): Promise<void> {
  await mkdir(join(source, 'generated'), { recursive: true });
  for (const [file, text] of Object.entries(await buildRegistry(source))) await writeFile(join(source, file), text);
}
