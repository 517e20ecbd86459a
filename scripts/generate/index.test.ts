import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../command.ts';
import { newUnit } from '../new-unit.ts';
import { assertGenerated, stale } from './generated-files.ts';

const run = promisify(execFile);
const left = new Set(['.git', '.turbo', 'dist', 'docs', 'released']);

/** A copy of the repository, in which commands can write. */
class Copy implements AsyncDisposable {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async make(): Promise<Copy> {
    const directory = await mkdtemp(join(tmpdir(), 'mintmark-generate-'));
    for (const part of ['README.md', 'SECURITY.md', 'docs/policy-language.md', 'packages', 'scripts']) {
      // The links between the packages are relative, so those of the copy lead to the copy.
      await cp(join(root, part), join(directory, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !left.has(basename(source)),
      });
    }
    await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
    return new Copy(directory);
  }

  get schemaSource(): string {
    return join(this.directory, 'packages/schema/src');
  }

  run = (file: string) => run(process.execPath, [join(this.directory, 'scripts', file)], { cwd: this.directory });
  generate = () => this.run('generate/index.ts');
  read = (file: string) => readFile(join(this.directory, file), 'utf8');
  write = (file: string, text: string) => writeFile(join(this.directory, file), text);

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.directory, { recursive: true });
  }
}

const readmes = ['README.md', 'SECURITY.md', 'docs/policy-language.md', 'packages/server/README.md'];
const documents = ['openapi.json', 'openapi.yaml', 'openapi-3.0.json'].map((name) => `packages/openapi/v1/${name}`);

/** The first and the last file to be compared: a command that notices changes in both compares all of them. */
const endsOfList = ['packages/schema/src/generated/operations.ts', 'packages/server/README.md'];

/** What one run wrote into the copy, in this order. */
const generated: [path: string, text: string][] = [];
let copy: Copy;
beforeAll(async () => {
  copy = await Copy.make();
  const { stdout } = await copy.generate();
  for (const file of stdout.trim().split('\n').slice(1)) generated.push([file, await copy.read(file)]);
});
afterAll(() => copy[Symbol.asyncDispose]());

describe('in one copy', () => {
  test('default: one run writes exactly the committed files', async () => {
    for (const [file, text] of generated) expect(await readFile(join(root, file), 'utf8'), stale(file)).toBe(text);
  });

  describe.each(['release/breaking-gate.ts', 'release/release-version.ts'])('%s', (gate) => {
    test.each([
      [endsOfList[0] as string, 'whoami', 'who'],
      [endsOfList[1] as string, '<!-- /status -->', 'More.\n<!-- /status -->'],
    ])('error: %s does not match the units', async (file, from, to) => {
      const text = await copy.read(file);
      await copy.write(file, text.replace(from, to));
      await expect(copy.run(gate)).rejects.toMatchObject({ code: 1, stderr: `${stale(file)}\n` });
      await copy.write(file, text);
    });
  });
});

test('error: a unit without a summary is named, and only the registry is written', async () => {
  const { directory, schemaSource, generate, read } = copy;
  const files = [...readmes, ...documents];
  const before = await Promise.all(files.map(read));
  await newUnit(directory, ['activity', 'users', 'make_probe']);
  await expect(generate()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'users/make-probe.ts: has no summary\noperations/users/make-probe.ts: has no description',
    ),
  });
  expect(await Promise.all(files.map(read))).toEqual(before);
  await rm(join(schemaSource, 'operations/users/make-probe.ts'));
});

test('behavior: one run picks up a new unit and a deleted one', async () => {
  const { directory, schemaSource, generate, read } = copy;
  await newUnit(directory, ['query', 'users', 'get_probe']);
  const file = join(schemaSource, 'operations/users/get-probe.ts');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(summary|description): ''/g, "$1: 'A probe.'"));
  await rm(join(schemaSource, 'operations/organizations/whoami.ts'));
  await generate();
  const { paths } = JSON.parse(await read('packages/openapi/v1/openapi.json'));
  expect(paths).toHaveProperty(['/public/v1/query/get_probe']);
  expect(paths).not.toHaveProperty(['/public/v1/query/whoami']);
});

describe('assertGenerated', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mintmark-generated-'));
    for (const [file, text] of generated) {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    }
  });
  afterAll(() => rm(directory, { recursive: true }));

  test('default', async () => {
    const files = generated.map(([file]) => file);
    expect(files).toEqual(expect.arrayContaining(documents));
    expect([files[0], files.at(-1)]).toEqual(endsOfList);
    await assertGenerated(directory, generated);
  });

  test('error: a file is missing or differs by one character', async () => {
    for (const [file, text] of generated) {
      const path = join(directory, file);
      await writeFile(path, `${text} `);
      await expect(assertGenerated(directory, generated)).rejects.toThrow(stale(file));
      await rm(path);
      await expect(assertGenerated(directory, generated)).rejects.toThrow(stale(file));
      await writeFile(path, text);
    }
  });
});
