import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@mintmark/client';
import { createP256Stamper } from '@mintmark/stamper';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const bin = join(import.meta.dirname, 'bin.ts');
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-bin-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function run(words: readonly string[], env: Record<string, string> = {}) {
  return spawn(process.execPath, [bin, ...words], {
    cwd: directory,
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
  });
}

async function finished(child: ChildProcess) {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout as never),
    text(child.stderr as never),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, code };
}

/** Starts the service and waits until it listens. */
async function start() {
  const child = run(['start']);
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes('listening on')) break;
  }
  const url = /listening on (\S+)/.exec(said)?.[1] ?? '';
  return { child, url };
}

async function stop(child: ChildProcess) {
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  return code;
}

describe('mintmark', () => {
  test('default: starts, answers, stops, and knows after a restart what it did', async () => {
    const first = await start();
    const rootFile = join(directory, '.mintmark', 'root.json');
    expect(statSync(rootFile).mode & 0o777).toBe(0o600);
    const root = JSON.parse(readFileSync(rootFile, 'utf8'));
    expect(root.baseUrl).toBe(first.url);
    const { organizationId, apiPublicKey: publicKey, apiPrivateKey: privateKey } = root;
    const options = { organizationId, stamper: createP256Stamper({ publicKey, privateKey }) };
    const client = createClient({ baseUrl: first.url, ...options });
    expect(await client.whoami()).toMatchObject({ organizationId, userId: root.userId });
    const ada = { userName: 'Ada', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
    const outcome = await client.createUsers({ users: [{ ...ada, userEmail: 'ada@example.com' }] });
    expect(outcome.status).toBe('completed');
    expect(await stop(first.child)).toBe(0);

    const second = await start();
    const again = createClient({ baseUrl: second.url, ...options });
    expect(await again.resume('createUsers', outcome.activity.id)).toEqual(outcome);
    expect((await again.listUsers()).users).toHaveLength(2);
    expect(await stop(second.child)).toBe(0);

    const audit = await finished(run(['audit', 'verify']));
    expect(audit).toMatchObject({ code: 0, stderr: '' });
    expect(audit.stdout).toContain('The audit holds.');
  });

  test('behavior: the key of a first start is kept, though the port was taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const env = { PORT: String(port), MINTMARK_DATA_DIR: 'second' };
    const { code, stderr } = await finished(run(['start'], env));
    taken.close();
    expect(code).toBe(1);
    expect(stderr).toContain('already in use');
    const root = JSON.parse(readFileSync(join(directory, 'second', 'root.json'), 'utf8'));
    expect(root.apiPrivateKey).toMatch(/^[0-9a-f]{64}$/);
  });

  test('args: --help', async () => {
    const { code, stdout } = await finished(run(['--help']));
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: mintmark <command>');
  });

  test.each([
    ['a command that is none', ['fly'], {}, 'no such command'],
    ['a command that every object has', ['constructor'], {}, 'no such command'],
    ['a port that is none', ['start'], { PORT: 'http' }, 'PORT must be a whole number'],
    ['an address that is none', ['start'], { DATABASE_URL: 'mysql://here' }, 'postgres://'],
  ])('error: %s', async (_, words, env, message) => {
    const { code, stderr } = await finished(run(words, env));
    expect(code).toBe(1);
    expect(stderr).toContain(`mintmark: `);
    expect(stderr).toContain(message);
  });
});
