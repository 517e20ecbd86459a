import { hash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverApp } from '@mintmark/schema/fields/proofs/server-app';

const server = '@mintmark/server';

/** The packages whose files are digested: all of this repository that the service runs. A bundle has them all in one. */
const ownPackages = ['@mintmark/chains', '@mintmark/policy', '@mintmark/schema', server, '@mintmark/stamper'];

/** The version of the manifest's format. */
export const manifestVersion = '1';

export interface BuiltManifest {
  /** JSON text, the same for the same installation. */
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly digest: string;
  /** The version of the server. */
  readonly version: string;
  readonly codeDigest: string;
}

let built: Promise<BuiltManifest> | undefined;

/** What this process runs. The files are read once: what changes on the disk later is not what runs. */
export const readManifest = (): Promise<BuiltManifest> => {
  built ??= buildManifest();
  return built;
};

async function buildManifest(): Promise<BuiltManifest> {
  const own = await readOwnPackage();
  const names = own.name === server ? ownPackages : [own.name];
  const packages = await Promise.all(names.map((name) => readPackage(name, name === own.name)));
  const { version = '', directory } = packages.find(({ name }) => name === own.name) ?? {};
  const codeDigest = digestOf(packages.map(({ digest, name }) => [digest, name] as const));
  const { version: node, platform, arch, versions } = process;
  const runtime = { node, openssl: versions.openssl ?? '', platform, arch };
  const covers = own.name !== server ? 'bundle' : directory === 'src' ? 'sources' : 'packages';
  const text = JSON.stringify({ version: manifestVersion, app: serverApp, covers, codeDigest, packages, runtime });
  return { text, digest: hash('sha256', text), version, codeDigest };
}

/** The package that this file belongs to: the server, or a program into which the server was bundled. */
async function readOwnPackage(): Promise<{ readonly name: string }> {
  const { name } = JSON.parse(await readFile(findPackageJSON(import.meta.url) ?? '', 'utf8'));
  return { name };
}

async function readPackage(name: string, isOwn: boolean) {
  const found = isOwn ? findPackageJSON(import.meta.url) : findPackageJSON(name, import.meta.url);
  if (found === undefined) throw new Error(`the package ${name} is not installed`);
  // Modules have their real paths, packages may be linked.
  const file = await realpath(found);
  const { version, dependencies = {} } = JSON.parse(await readFile(file, 'utf8'));
  const root = dirname(file);
  const entry = isOwn ? import.meta.filename : createRequire(import.meta.url).resolve(name);
  // `src` for sources, `dist` in a published package and for a bundle.
  const directory = relative(root, entry).split(sep)[0] ?? '';
  if (directory === '' || directory === '..') throw new Error(`the code of ${name} is not in its package`);
  const paths = await filesIn(root, directory);
  const digests = await Promise.all(
    paths.map(async (path) => [hash('sha256', await readFile(join(root, path))), path] as const),
  );
  const others = Object.keys(dependencies).filter((dependency) => !ownPackages.some((own) => own === dependency));
  const versions = await Promise.all(others.toSorted().map(async (other) => [other, await versionOf(other, file)]));
  return {
    name,
    version: String(version),
    directory,
    files: paths.length,
    digest: digestOf(digests),
    dependencies: Object.fromEntries(versions),
  };
}

/** The files below a directory of a package, without tests, by their paths from the package. */
async function filesIn(root: string, directory: string): Promise<string[]> {
  const entries = await readdir(join(root, directory), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test(?:-d)?\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}

/** The same as `sha256sum` of the output of `sha256sum`. */
const digestOf = (entries: readonly (readonly [digest: string, path: string])[]): string =>
  hash('sha256', entries.map(([digest, path]) => `${digest}  ${path}\n`).join(''));

/** The installed version of a dependency of a package. Its files are not digested: the lockfile of the installation covers them. */
async function versionOf(name: string, packageFile: string): Promise<string> {
  const file = findPackageJSON(name, pathToFileURL(packageFile));
  return file === undefined ? '' : String(JSON.parse(await readFile(file, 'utf8')).version);
}
