// Sets the workspace up, then runs a command in it: `node scripts/boot.mjs <command> [arguments]`.
// It runs before anything is installed, on whatever Node started npm, so it uses nothing but that Node.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants as access, accessSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { packageManager, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bin = join(root, 'node_modules/.bin');
const stamp = join(root, 'node_modules/.set-up.json');

function fail(message) {
  console.error(`mintmark: ${message}`);
  process.exit(1);
}

/** What the set-up is made from, and what it left: an installation by other hands counts as none. */
function fingerprint() {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`);
  const sources = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'scripts/package.json', ...packages];
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of [...sources, 'node_modules/.pnpm/lock.yaml']) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Runs a program, hands it the signals that come meanwhile, and resolves to its exit code. */
function run(file, args, options) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, ...options });
    const signals = ['SIGINT', 'SIGTERM'].map((name) => [name, () => child.kill(name)]);
    for (const [name, listener] of signals) process.on(name, listener);
    child.on('error', (error) => fail(`cannot run ${file}: ${error.message}`));
    child.on('exit', (code, signal) => {
      for (const [name, listener] of signals) process.off(name, listener);
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}

/** The pinned pnpm, fetched by npx on first use. */
function findPnpm() {
  try {
    const words = ['--yes', '--package', packageManager, '--call', 'command -v pnpm'];
    return execFileSync('npx', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }).trim();
  } catch {
    return fail(`npx could not fetch ${packageManager}; is the package registry within reach?`);
  }
}

/** A browser that the tests can drive, if there is one: named here so that cached results follow what is installed. */
function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = folders.flatMap((folder) =>
    ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)),
  );
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, access.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function setUp(env) {
  const done = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {};
  if (done.fingerprint === fingerprint() && existsSync(done.pnpm)) return done.pnpm;

  console.error('mintmark: installing what the lockfile names');
  rmSync(stamp, { force: true });
  const pnpm = findPnpm();
  // Standard output belongs to the command; what the set-up says goes beside it.
  const options = { env: { ...env, CI: 'true' }, stdio: ['ignore', 2, 2] };
  const code = await run(pnpm, ['install', '--frozen-lockfile', '--reporter=append-only'], options);
  if (code !== 0) fail('the installation failed');
  if (!existsSync(join(bin, 'node'))) fail(`there is no pinned Node for ${process.platform} on ${process.arch}`);
  writeFileSync(stamp, JSON.stringify({ fingerprint: fingerprint(), pnpm }));
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
const pnpm = await setUp(env);
env.PATH = [bin, dirname(pnpm), process.env.PATH].join(delimiter);
process.exit(await run(join(bin, command), args, { env, stdio: 'inherit' }));
