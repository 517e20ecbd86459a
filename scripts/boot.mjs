// Sets the workspace up, then runs a command in it: `node scripts/boot.mjs <command> [arguments]`.
// It runs before anything is installed, on whatever Node started npm, so it uses nothing but that Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { packageManager, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const bin = path.join(root, 'node_modules/.bin');
const stamp = path.join(root, 'node_modules/.installed');

function fail(message) {
  console.error(`mintmark: ${message}`);
  process.exit(1);
}

const [major] = process.versions.node.split('.');
const [lowest] = engines.node.match(/\d+/);
if (Number(major) < Number(lowest)) fail(`Node ${lowest} or newer is needed, this is ${process.version}`);

const [command, ...args] = process.argv.slice(2);
if (command === undefined) fail('no command given; see the scripts of package.json');

const env = {
  ...process.env,
  // Behind npm's own shims: the pinned Node of the workspace comes before the one that started npm.
  PATH: [bin, process.env.PATH].join(path.delimiter),
  DO_NOT_TRACK: '1',
  NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
  ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
  REDOCLY_TELEMETRY: 'off',
  TURBO_TELEMETRY_DISABLED: '1',
  npm_config_update_notifier: 'false',
};
const pnpm = (...words) => ['npx', ['--yes', packageManager, ...words]];

/** What the installed packages were made from. */
function wanted() {
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/package.json`);
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'scripts/package.json', ...packages];
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files.filter((name) => existsSync(path.join(root, name)))) {
    hash.update(file).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

const installed = existsSync(stamp) && existsSync(path.join(bin, 'node')) ? readFileSync(stamp, 'utf8') : undefined;
if (installed !== wanted()) {
  console.error('mintmark: installing what the lockfile names');
  const [npx, words] = pnpm('install', '--frozen-lockfile', '--reporter=append-only');
  // Standard output belongs to the command; what the set-up says goes beside it.
  const { status, error } = spawnSync(npx, words, { cwd: root, env: { ...env, CI: 'true' }, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail(`the installation failed${error ? `: ${error.message}` : ''}`);
  if (!existsSync(path.join(bin, 'node'))) fail(`no pinned Node for ${process.platform} ${process.arch}`);
  writeFileSync(stamp, wanted());
}

// turbo looks for pnpm on the path; everything else is found in the workspace.
const [file, words] = command === 'turbo' ? pnpm('exec', command, ...args) : [path.join(bin, command), args];
const child = spawn(file, words, { cwd: root, env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`cannot run ${command}: ${error.message}`));
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
