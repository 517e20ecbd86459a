import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const kinds = [
  { directory: 'activities', list: 'activities' },
  { directory: 'queries', list: 'queries' },
  { directory: 'proxy', list: 'proxies' },
] as const;

const camel = (stem: string) => stem.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The text of the registry: two lines for each unit file below `source`, in the order of their names. */
export async function buildRegistry(source: string): Promise<string> {
  const imports: string[] = [];
  const lists: string[] = [];
  const fileOf = new Map<string, string>();
  for (const { directory, list } of kinds) {
    const files = await readdir(path.join(source, directory));
    const stems = files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => file.slice(0, -'.ts'.length))
      .sort();
    for (const stem of stems) {
      const file = `${directory}/${stem}.ts`;
      const other = fileOf.get(stem);
      if (other !== undefined) throw new Error(`${file}: has the name of ${other}; an operation is one unit`);
      fileOf.set(stem, file);
    }
    imports.push(...stems.map((stem) => `import ${camel(stem)} from '../${directory}/${stem}.ts';`));
    lists.push(
      [`export const ${list} = {`, ...stems.map((stem) => `  '${directory}/${stem}.ts': ${camel(stem)},`), '};'].join(
        '\n',
      ),
    );
  }
  return [
    '// Made by `npm run generate` from the unit files; the keys are their paths. Do not edit.',
    ...imports,
    '',
    lists.join('\n\n'),
    '',
  ].join('\n');
}

export async function writeRegistry(source: string): Promise<void> {
  await writeFile(path.join(source, 'generated/registry.ts'), await buildRegistry(source));
}
