import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createSignIn } from '@mintmark/client/sign-in';
import { rates } from '@mintmark/server/runtime/limits/rates';
import { hasProgram } from '@mintmark/testing/has-program';
import { notRun } from '@mintmark/testing/not-run';
import { describe, expect, test } from 'vitest';
import { createPreparedInstallation } from '../test/installation.ts';
import { MintmarkProcess } from '../test/mintmark-process.ts';
import { startNginx } from '../test/nginx.ts';

const what = 'the service behind nginx';
// Elsewhere only 127.0.0.1 is set up.
const isLinux = process.platform === 'linux' || notRun(what, 'the addresses 127.0.0.2 and 127.0.0.3', 'use Linux', {});

/** A `fetch` from an address of this machine, on a connection of its own. */
const fetchFrom = (localAddress: string) => async (url: string, init: RequestInit) => {
  const { method = 'GET', headers, body } = init;
  const sent = httpRequest(url, {
    method,
    headers: Object.fromEntries(new Headers(headers)),
    localAddress,
    agent: false,
  });
  sent.end(body ?? '');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return new Response(await text(response), { status: response.statusCode ?? 0 });
};

/** A service with this configuration, behind nginx. */
async function start(configuration: object, workers: string) {
  await using stack = new AsyncDisposableStack();
  const { dataDirectory, env } = stack.use(await createPreparedInstallation());
  await writeFile(join(dataDirectory, 'config.json'), JSON.stringify(configuration), { mode: 0o600 });
  const running = stack.use(await MintmarkProcess.start({ ...env, MINTMARK_WORKERS: workers }));
  const { url } = stack.use(await startNginx(running.url));
  const { organizationId, authProxyConfigId, keys } = JSON.parse(
    await readFile(join(dataDirectory, 'root.json'), 'utf8'),
  );
  const closing = stack.move();
  const signInFrom = (address: string) =>
    createSignIn({
      ...{ baseUrl: url, organizationId, authProxyConfigId, otpPublicKey: keys.otp },
      fetch: fetchFrom(address),
      retries: 0,
    });
  /** Sends an empty request, which claims to come from elsewhere. */
  const sendEmpty = async (address: string, count = 0) => {
    const claimed = `198.51.100.${count % 256}`;
    const headers = {
      'X-Auth-Proxy-Config-Id': authProxyConfigId,
      'X-Forwarded-For': claimed,
      Forwarded: `for=${claimed}`,
    };
    return (await fetchFrom(address)(`${url}/v1/otp_init_v2`, { method: 'POST', headers })).status;
  };
  /** The code in the newest of this many mails. */
  const readCode = async (mails: number): Promise<string> => {
    const directory = join(dataDirectory, 'mail');
    for (;;) {
      const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
      const newest = names[mails - 1];
      const [, code] = /^([0-9A-Z]{9})\r?$/m.exec(newest ? await readFile(join(directory, newest), 'utf8') : '') ?? [];
      if (code) return code;
      await setTimeout(50);
    }
  };
  return { running, signInFrom, sendEmpty, readCode, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

describe.runIf(isLinux && hasProgram('nginx', what))('nginx', () => {
  test.each(['1', '2'])(
    'default: a client that floods does not keep another one from signing in, with %s workers',
    async (workers) => {
      await using service = await start({ trustedProxies: ['127.0.0.1'] }, workers);
      const signIn = service.signInFrom('127.0.0.3');
      const grace = { email: 'grace@example.com' };
      const orSignUp = { userName: 'Grace' };
      const first = await signIn.logInByCode(await signIn.sendCode(grace), await service.readCode(1), { orSignUp });
      await signIn.logOut();

      let count = 0;
      let isOver = false;
      const isRefused = Promise.withResolvers<void>();
      const lanes = Array.from({ length: 8 }, async () => {
        while (!isOver) if ((await service.sendEmpty('127.0.0.2', count++)) === 429) isRefused.resolve();
      });
      await isRefused.promise;
      const second = await signIn
        .sendCode(grace)
        .then(async (sent) => signIn.logInByCode(sent, await service.readCode(2)))
        .finally(async () => {
          isOver = true;
          await Promise.all(lanes);
        });
      expect(second.userId).toBe(first.userId);
      expect(service.running.stderr).not.toContain('trustedProxies');
    },
  );

  test('behavior: without trusted proxies, all clients count as one, and the log says so once', async () => {
    await using service = await start({}, '1');
    /** How many requests of a client are admitted until one is refused. */
    const admitted = async (address: string) => {
      let count = 0;
      let isRefused = false;
      const lane = async () => {
        while (!isRefused)
          if ((await service.sendEmpty(address)) === 429) isRefused = true;
          else count += 1;
      };
      await Promise.all(Array.from({ length: 8 }, lane));
      return count;
    };
    const { burst } = rates.signUps;
    expect(await admitted('127.0.0.2')).toBeGreaterThanOrEqual(burst);
    expect(await admitted('127.0.0.3')).toBeLessThan(burst);
    await service.running.stop();
    expect(service.running.stderr.match(/a proxy that is not in trustedProxies/g)).toHaveLength(1);
  });
});
