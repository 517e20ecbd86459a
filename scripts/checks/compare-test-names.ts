import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Refusal, root, runCommand } from '../command.ts';

/** A test, by its file and its name with those of its suites. */
export interface TestName {
  readonly file: string;
  readonly name: string;
}

/** Says which tests disappeared, which were added, and which are in another file now. */
export function compareTestNames(before: readonly TestName[], after: readonly TestName[]): string {
  const gone = without(before, after);
  const added = without(after, before);
  // The same name in a file of the same name: the file was moved.
  const moved = gone.filter((one) => added.some((other) => isMoved(one, other)));
  const lines = (title: string, names: readonly TestName[]) => [
    `${title}: ${names.length}`,
    ...names.map(({ file, name }) => `  ${file} > ${name}`),
  ];
  return [
    `Tests before: ${before.length}, after: ${after.length}, of these in a moved file: ${moved.length}`,
    ...lines('Disappeared', without(gone, added, isMoved)),
    ...lines('Added', without(added, gone, isMoved)),
  ].join('\n');
}

const isSame = (one: TestName, other: TestName) => one.file === other.file && one.name === other.name;
const isMoved = (one: TestName, other: TestName) =>
  one.name === other.name && basename(one.file) === basename(other.file);

/** Those that the others lack. A name that a file has twice has to be twice in the others, too. */
function without(names: readonly TestName[], others: readonly TestName[], isEqual = isSame): TestName[] {
  const left = Map.groupBy(others, ({ name }) => name);
  return names.filter((one) => {
    const same = left.get(one.name) ?? [];
    const at = same.findIndex((other) => isEqual(one, other));
    if (at < 0) return true;
    same.splice(at, 1);
    return false;
  });
}

/** Reads the names of all tests in the sources of a checkout, without running them. Tables of `test.each` are one name. */
async function listTests(checkout: string): Promise<TestName[]> {
  const folders = [...(await readdir(join(checkout, 'packages'))).map((name) => join('packages', name)), 'scripts'];
  const names: TestName[] = [];
  for (const folder of folders) {
    const manifest = join(checkout, folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { scripts } = JSON.parse(await readFile(manifest, 'utf8'));
    const [program, , ...options] = (scripts?.test ?? '').split(' ');
    if (program === 'vitest') names.push(...(await listFolder(checkout, folder, options)));
  }
  return names;
}

async function listFolder(checkout: string, folder: string, options: readonly string[]): Promise<TestName[]> {
  const vitest = join(checkout, 'node_modules/vitest/vitest.mjs');
  if (!existsSync(vitest)) throw new Refusal(`${checkout} is not installed: run npm start or npm test there first.`);
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-names-'));
  try {
    const output = join(directory, 'names.json');
    await promisify(execFile)(process.execPath, [vitest, 'list', '--json', output, ...options], {
      cwd: join(checkout, folder),
      // The full effort has every project.
      env: { ...process.env, TEST_EFFORT: 'full' },
      maxBuffer: 2 ** 28,
    });
    const listed: readonly (TestName & { readonly projectName?: string })[] = JSON.parse(
      await readFile(output, 'utf8'),
    );
    // Several projects may run the same file.
    const projects = new Map(listed.map(({ file, projectName }) => [file, projectName]));
    return listed
      .filter(({ file, projectName }) => projects.get(file) === projectName)
      .map(({ file, name }) => ({ file: relative(checkout, file), name }));
  } finally {
    await rm(directory, { recursive: true });
  }
}

const help = `Usage: npm run test-names -- <checkout before> [<checkout after>]

Prints the names of tests that a change removed or added, so that a reviewer sees them. Both checkouts must be installed. The second
is this one unless told otherwise. Names are read from the sources: a table of test.each has one, and nothing is run. A test in a
file that was moved keeps its name.`;

if (import.meta.main)
  await runCommand(help, async ([before, after = root, ...more]) => {
    if (before === undefined || more.length > 0) throw new Refusal(help);
    return compareTestNames(await listTests(resolve(before)), await listTests(resolve(after)));
  });
