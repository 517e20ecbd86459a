// Sets the workspace up, then runs a command in it: `node scripts/boot.mjs <command> [arguments]`.
// It runs before anything is installed, on the Node that started npm, so it imports only Node's own modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants as access, accessSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { packageManager, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bin = join(root, 'node_modules/.bin');
// npm sends signals to the shell between npm and this process. The shell dies without forwarding them.
const parent = process.ppid;
const stamp = join(root, 'node_modules/.set-up.json');

function fail(message, code = 1) {
  console.error(`mintmark: ${message}`);
  process.exit(code);
}

const packages = () =>
  ['packages', 'examples']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`));

/** Hashes the inputs of the set-up and pnpm's record of the installation, which changes if anything else installs. */
function fingerprint() {
  const manifests = ['.', 'scripts', ...packages()].map((folder) => join(folder, 'package.json'));
  const sources = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests];
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of [...sources, 'node_modules/.pnpm/lock.yaml']) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Runs a program, forwards signals to it, and resolves to its exit code and its output, if piped. */
function run(file, args, options) {
  return new Promise((resolve) => {
    // Listen before spawning: an early signal would otherwise end this process and leave the child running.
    const signals = ['SIGINT', 'SIGTERM'].map((name) => [name, () => child.kill(name)]);
    for (const [name, listener] of signals) process.on(name, listener);
    const child = spawn(file, args, { cwd: root, ...options });
    const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => fail(`cannot run ${file}: ${error.message}`));
    child.on('close', (code, signal) => {
      clearInterval(watch);
      for (const [name, listener] of signals) process.off(name, listener);
      resolve([signal ? 128 + constants.signals[signal] : code, output.trim()]);
    });
  });
}

/** Runs a part of the set-up and resolves to its output, if piped. */
async function step(file, args, options, failure) {
  const [code, output] = await run(file, args, options);
  if (code > 128) fail('interrupted', code);
  if (code !== 0) fail(failure);
  return output;
}

/**
 * Finds a browser for the tests. Its path is part of the environment, so that cached test results depend on it. The headless shell
 * comes first: it is the same engine without the parts for a screen, and needs less than half the CPU time.
 */
function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, access.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const installed = () => ['scripts', ...packages()].filter((folder) => existsSync(join(root, folder, 'node_modules')));

async function setUp(env, command) {
  const done = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {};
  const isWhole = existsSync(join(bin, command)) && `${done.installed}` === `${installed()}`;
  if (isWhole && done.fingerprint === fingerprint() && existsSync(done.pnpm)) return done.pnpm;

  console.error('mintmark: installing dependencies from the lockfile');
  rmSync(stamp, { force: true });
  // The pinned Node and pnpm's executables are optional packages, which a user's npm settings may exclude.
  const fetch = ['--yes', '--include=optional', '--package', packageManager, '--call', 'command -v pnpm'];
  const unreachable = `npx could not fetch ${packageManager}; is the package registry reachable?`;
  const pnpm = await step('npx', fetch, { stdio: ['ignore', 'pipe', 2] }, unreachable);
  // Standard output is for the command, so the set-up prints to standard error.
  const options = { env: { ...env, CI: 'true' }, stdio: ['ignore', 2, 2] };
  const install = ['install', '--frozen-lockfile', '--optional', '--reporter=append-only'];
  await step(pnpm, install, options, 'the installation failed');
  if (!existsSync(join(bin, 'node'))) fail(`there is no pinned Node for ${process.platform} on ${process.arch}`);
  if (!existsSync(join(bin, command))) fail(`${command} is still missing: delete node_modules and try again`);
  writeFileSync(stamp, JSON.stringify({ fingerprint: fingerprint(), pnpm, installed: installed() }));
  return pnpm;
}

const [major] = process.versions.node.split('.');
const [lowest] = engines.node.match(/\d+/);
if (Number(major) < Number(lowest)) fail(`Node ${lowest} or newer is needed, this is ${process.version}`);

const [command, ...args] = process.argv.slice(2);
if (command === undefined) fail('no command given; see the scripts of package.json');

const chromium = process.env.CHROMIUM_PATH ?? findChromium();
const env = {
  ...process.env,
  ...(chromium && { CHROMIUM_PATH: chromium }),
  ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
  DO_NOT_TRACK: '1',
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_TELEMETRY: 'off',
  TURBO_TELEMETRY_DISABLED: '1',
  npm_config_update_notifier: 'false',
};
const pnpm = await setUp(env, command);
env.PATH = [bin, dirname(pnpm), process.env.PATH].join(delimiter);
const [code] = await run(join(bin, command), args, { env, stdio: 'inherit' });
process.exit(code);
