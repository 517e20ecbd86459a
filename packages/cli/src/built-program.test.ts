import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { describe, expect, test } from 'vitest';
import { buildIfChanged, buildProgram, builtProgram, isBuilt } from '../build.ts';
import { MintmarkProcess, runMintmarkProcess } from '../test/mintmark-process.ts';
import { thirdPartyLicences } from '../third-party-licences.ts';

const directory = dirname(builtProgram);
const noteHardening = join(import.meta.dirname, '../test/programs/note-hardening.ts');
const run = promisify(execFile);

/** What a thread of the built program prints and answers. */
async function runTask(task: string, input: unknown): Promise<string> {
  const program = `const { Worker } = require('node:worker_threads');
    const thread = new Worker(${JSON.stringify(join(directory, 'thread-program.js'))});
    thread.on('message', (reply) => console.log(JSON.stringify(reply)) ?? thread.terminate());
    thread.postMessage(${JSON.stringify({ task, input })});`;
  const args = ['--import', noteHardening, '--eval', program];
  return (await run(process.execPath, args)).stdout;
}

const filesOf = (directory: string) =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'latin1')]));

describe('buildProgram', () => {
  test('default: the same sources give the same bytes', async () => {
    await using other = await temporaryDirectory();
    await buildProgram(other.path);
    const [built, again] = [filesOf(directory), filesOf(other.path)];
    expect(Object.keys(again)).toEqual(Object.keys(built));
    expect(Object.keys(built).filter((name) => built[name] !== again[name])).toEqual([]);
  });

  test('behavior: a program that is built is not built again', async () => {
    expect(isBuilt()).toBe(true);
    const before = readFileSync(builtProgram, 'utf8');
    expect(await buildIfChanged()).toBe(builtProgram);
    expect(readFileSync(builtProgram, 'utf8')).toBe(before);
  });

  test('behavior: names no directory of this machine', () => {
    const clone = join(import.meta.dirname, '../../..');
    expect(Object.entries(filesOf(directory)).filter(([, contents]) => contents.includes(clone))).toEqual([]);
  });

  test('behavior: only declared dependencies are left outside', async () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(directory, '../package.json'), 'utf8'),
    ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
    const imports = Object.entries(filesOf(directory)).flatMap(([name, contents]) =>
      name.endsWith('.js')
        ? [...contents.matchAll(/^(?:import|\} from|import .* from) ?"([^".][^"]*)";$/gm)].map(([, from = '']) => from)
        : [],
    );
    const outside = new Set(imports.filter((from) => !isBuiltin(from)));
    expect([...outside]).toEqual(['tiny-secp256k1']);
    expect(Object.keys(dependencies ?? {})).toEqual(['@mintmark/console', '@mintmark/openapi', 'tiny-secp256k1']);
    expect(Object.keys(optionalDependencies ?? {})).toHaveLength(4);
  });
});

describe('hardening', () => {
  /** The files that were loaded before the process was hardened. */
  const bareOf = (output: string) => [...output.matchAll(/^bare (.*)$/gm)].map(([, name]) => name);

  test.each(['bin', 'worker'])('behavior: comes before everything else in %s', async (name) => {
    const child = run(process.execPath, ['--import', noteHardening, join(directory, `${name}.js`), '--version']);
    // Without a first process, a worker waits forever.
    if (name === 'worker')
      child.child.stdout?.on('data', (lines: string) => lines.includes('chunk') && child.child.kill('SIGKILL'));
    const { stdout } = await child.catch((error: { readonly stdout: string }) => error);
    expect(bareOf(stdout)).toEqual([`${name}.js`, 'harden.js']);
    expect(stdout).toMatch(/^hardened chunk/m);
  });

  test('behavior: comes before everything else in a thread', async () => {
    const stdout = await runTask('derive-accounts', { seed: '', accounts: [] });
    expect(bareOf(stdout)).toEqual(['thread-program.js', 'harden.js']);
    expect(stdout).toMatch(/^hardened chunk/m);
    expect(stdout).toContain('{"output":[]}');
  });
});

test('behavior: an error names the source that threw it', async () => {
  const accounts = [{ curve: 'CURVE_P256', path: 'none', addressFormat: 'ADDRESS_FORMAT_COMPRESSED' }];
  const stdout = await runTask('derive-accounts', { seed: '', accounts });
  expect(stdout).toMatch(
    /"failure":\{"name":"Error","stack":\[" {4}at requirePath \([^)]*server\/src\/custody\/tasks\/derive-wallet\.ts:/,
  );
});

test('behavior: the manifest of boot proofs covers the built files, and says so', async () => {
  const manifest = JSON.parse((await run(process.execPath, [builtProgram, 'proof', 'manifest'])).stdout);
  const script = "find dist -type f ! -name '*.test.ts' ! -name '*.test-d.ts' | LC_ALL=C sort | xargs sha256sum";
  const { stdout: lines } = await run('sh', ['-c', script], { cwd: dirname(directory) });
  const digest = hash('sha256', lines);
  expect(manifest).toMatchObject({
    covers: 'bundle',
    codeDigest: hash('sha256', `${digest}  @mintmark/cli\n`),
    packages: [{ name: '@mintmark/cli', directory: 'dist', files: readdirSync(directory).length, digest }],
  });
  expect(Object.keys(manifest.packages[0].dependencies)).toEqual([
    '@mintmark/console',
    '@mintmark/openapi',
    'tiny-secp256k1',
  ]);
});

describe('installed', () => {
  test('behavior: the package needs nothing but its dependencies', async () => {
    await using consumer = await temporaryDirectory();
    const own = dirname(directory);
    const installed = join(consumer.path, 'node_modules/@mintmark/cli');
    cpSync(directory, join(installed, 'dist'), { recursive: true });
    cpSync(join(own, 'package.json'), join(installed, 'package.json'));
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const link = join(consumer.path, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      // Those of other platforms are not installed.
      if (existsSync(join(own, 'node_modules', name))) symlinkSync(realpathSync(join(own, 'node_modules', name)), link);
    }
    const program = join(installed, 'dist/bin.js');
    const env = { MINTMARK_DATA_DIR: join(consumer.path, 'data'), MINTMARK_WORKERS: '2' };
    for (const start of ['first', 'second']) {
      await using running = await MintmarkProcess.start(env, consumer.path, program);
      expect([start, (await fetch(`${running.url}/ready`)).status]).toEqual([start, 200]);
      expect(running.stdout).toContain('npx mintmark whoami');
      const whoami = await runMintmarkProcess(['whoami', '--output', 'json'], env, { cwd: consumer.path, program });
      expect(JSON.parse(whoami.stdout)).toHaveProperty('organizationId');
      expect(await running.stop()).toBe(0);
    }
    expect((await runMintmarkProcess(['audit', 'verify'], env, { cwd: consumer.path, program })).code).toBe(0);
  });
});

describe('thirdPartyLicences', () => {
  test('default: has the text of each package once', () => {
    const licences = readFileSync(join(directory, 'third-party-licences.txt'), 'utf8');
    for (const name of ['pg', 'pgpass', 'zod', '@noble/curves']) expect(licences.split(`\n${name} `)).toHaveLength(2);
    expect(licences.match(/Permission is hereby granted|Permission to use/g)?.length).toBeGreaterThan(20);
  });

  test('error: a package without a licence text', async () => {
    await using folder = await temporaryDirectory();
    const some = join(folder.path, 'node_modules/@scope/some');
    mkdirSync(some, { recursive: true });
    writeFileSync(join(some, 'package.json'), '{"name":"@scope/some","version":"1.0.0","license":"MIT"}');
    writeFileSync(join(some, 'README.md'), '# Some\n\n## License\n\nMIT\n');
    const licences = () => thirdPartyLicences(folder.path, ['src/own.ts', 'node_modules/@scope/some/lib/index.js']);
    expect(licences).toThrow('the package @scope/some has no licence text');
    writeFileSync(join(some, 'LICENCE'), 'Copyright: everybody\n');
    expect(licences()).toContain('\n@scope/some 1.0.0 (MIT)\n');
  });
});
