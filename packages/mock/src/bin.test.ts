import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { operation, operations } from '../test/documented.ts';
import { scenarios } from './scenarios.ts';

const bin = fileURLToPath(new URL('./bin.ts', import.meta.url));
const whoami = operation('whoami');
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, HOST: '', PORT: '', ...env } });
  children.push(child);
  return child;
}

async function run(args: readonly string[], env?: Record<string, string>) {
  const child = start(args, env);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr };
}

/** Starts the command and waits for all of its start-up output. */
async function startMock(args: readonly string[], env?: Record<string, string>) {
  const child = start(args, env);
  const stderr = text(child.stderr);
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.split('\n').length > 3) break;
  }
  const lines = said.trimEnd().split('\n');
  const url = lines[0]?.split(' ').at(-1) ?? '';
  return { child, lines, url, stderr };
}

const whoamiInit = {
  method: 'POST',
  headers: { 'X-Stamp': 'a-real-stamp', 'Content-Type': 'application/json' },
  body: JSON.stringify(whoami.request),
};

test('default', async () => {
  const { child, lines, url, stderr } = await startMock(['--port', '0']);
  expect(lines).toEqual([
    expect.stringMatching(/^mintmark mock listening on http:\/\/127\.0\.0\.1:\d+$/),
    'responses are examples; stamps must be present but are not verified, and nothing is stored',
    `try: curl ${url}/public/v1/query/whoami -H 'X-Stamp: any' --json '${JSON.stringify(whoami.request)}'`,
  ]);
  expect((await fetch(url + whoami.path, whoamiInit)).status).toBe(200);

  const taken = await run(['--port', new URL(url).port]);
  expect(taken).toEqual({
    code: 1,
    stdout: '',
    stderr: `mintmark-mock: port ${new URL(url).port} is already in use; choose another with --port\n`,
  });

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await stderr).toBe('');
});

test('args: --verbose, with HOST and PORT of the environment', async () => {
  const { child, lines, url, stderr } = await startMock(['--verbose'], { HOST: 'localhost', PORT: '0' });
  expect(lines[0]).toMatch(/ http:\/\/localhost:\d+$/);
  await fetch(`${url}${whoami.path}?secret=1`, whoamiInit);
  await fetch(`${url}/nowhere`);
  const unfinished = connect(Number(new URL(url).port), 'localhost');
  unfinished.on('error', () => {});
  unfinished.write(`POST ${whoami.path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{`);
  const keptAlive = connect(Number(new URL(url).port), 'localhost');
  keptAlive.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(keptAlive, 'data');

  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  const said = (await stderr)
    .replaceAll(/\d+ ms/g, '0 ms')
    .trim()
    .split('\n');
  expect(said.sort()).toEqual([
    'GET / 404 0 ms',
    'GET /nowhere 404 0 ms',
    `POST ${whoami.path} 200 0 ms`,
    `POST ${whoami.path} no response 0 ms`,
  ]);
});

test('args: --help', async () => {
  const { code, stdout, stderr } = await run(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Usage: mintmark-mock \[options\]\n/);
  for (const option of ['--port', '--host', '--verbose', '--list', '--version', '--help'])
    expect(stdout).toContain(`  ${option} `);
});

test('args: --version', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test('args: --list', async () => {
  const { code, stdout, stderr } = await run(['--list']);
  expect([code, stderr]).toEqual([0, '']);
  for (const { id, path } of operations) expect(stdout).toContain(`POST ${path}  ${id}\n  200  `);
  expect(stdout).toContain('  200  completed, failed, pending, consensusNeeded, rejected\n');
  expect(stdout).toContain('  429  RATE_LIMIT_EXCEEDED');
  for (const name of Object.keys(scenarios)) expect(stdout).toMatch(new RegExp(`^ {2}${name} +[A-Z][^\`]+\\.$`, 'm'));
});

test.each([
  [['--port', '65536'], 'the port must be a number from 0 to 65535, not 65536'],
  [['--port', 'http'], 'the port must be a number from 0 to 65535, not http'],
  [['--port='], 'the port must be a number from 0 to 65535, not '],
  [['--nonsense'], "Unknown option '--nonsense'"],
  [['nonsense'], 'Unexpected argument'],
])('error: %j', async (args, message) => {
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`mintmark-mock: ${message}`);
  expect(stderr).toContain('\n\nUsage: mintmark-mock [options]\n');
});

test('error: PORT is not a valid port', async () => {
  expect((await run([], { PORT: '-1' })).stderr).toMatch(
    /^mintmark-mock: the port must be a number from 0 to 65535, not -1\n/,
  );
});

test('error: a host that is not on this machine', async () => {
  const { code, stdout, stderr } = await run(['--port', '0', '--host', '192.0.2.1']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^mintmark-mock: cannot listen: .*192\.0\.2\.1/);
});
