import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What each published package installs, from the manifests. */
export async function libraryWords(repository: string): Promise<string> {
  const folder = join(repository, 'packages');
  const manifests = await Promise.all(
    (await readdir(folder)).map(
      async (name): Promise<Manifest> => JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8')),
    ),
  );
  const rows = manifests
    .filter((manifest) => !manifest.private)
    .map((manifest) => `| \`${manifest.name}\` | ${librariesOf(manifest)} |`)
    .sort();
  return ['| Package | What it installs |', '|---|---|', ...rows].join('\n');
}

function librariesOf({ dependencies = {}, peerDependencies = {}, optionalDependencies = {} }: Manifest): string {
  const optional = new Set(Object.keys(optionalDependencies).map((name) => name.replace(/\/.*/, '/*')));
  const peers = Object.keys(peerDependencies);
  const parts = [
    Object.keys(dependencies).map(code).join(', '),
    listed(peers.length === 1 ? 'peer dependency' : 'peer dependencies', peers),
    listed('optionally', [...optional]),
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join('; ') : 'nothing';
}

const code = (name: string) => `\`${name}\``;
const listed = (words: string, names: readonly string[]) =>
  names.length > 0 ? `${words}: ${names.map(code).join(', ')}` : '';
