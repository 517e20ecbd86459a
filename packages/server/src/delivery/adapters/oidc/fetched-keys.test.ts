import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type JsonAnswer, startJsonServer } from '@mintmark/testing/json-server';
import { startOidcIssuer } from '@mintmark/testing/oidc-issuer';
import { exportJWK, type JWK, SignJWT } from 'jose';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createGuardedFetch } from '../guarded-fetch.ts';
import { createOidcVerifier } from './oidc-verifier.ts';

interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const pairs = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  weak: generateKeyPairSync('rsa', { modulusLength: 1024 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  p384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ed: generateKeyPairSync('ed25519'),
} satisfies Record<string, KeyPair>;
type PairName = keyof typeof pairs;

const jwkOf = async (name: PairName, members: object = {}): Promise<JWK> => ({
  ...(await exportJWK(pairs[name].publicKey)),
  kid: name,
  ...members,
});

let now = 0;
beforeEach(() => {
  now = Date.now();
});
const { signal } = new AbortController();
const discoveryPath = '/.well-known/openid-configuration';

/** An issuer whose answers a test can replace, and the verifier that accepts it. */
async function arrange(keys: readonly JWK[] = []) {
  const server = await startJsonServer();
  onTestFinished(server.close);
  const { origin: issuer, answers, requests } = server;
  answers[discoveryPath] = { issuer, jwks_uri: `${issuer}/keys` };
  answers['/keys'] = { keys };
  const guardedFetch = createGuardedFetch();
  const oidc = createOidcVerifier({
    issuers: [{ issuer }],
    fetch: (request) => guardedFetch({ ...request, timeoutMs: 500 }),
    clock: () => new Date(now),
  });
  const sign = (name: PairName, header: { alg: string; kid?: string }) => {
    const seconds = Math.floor(now / 1000);
    const claims = { iss: issuer, sub: 'person', aud: 'app', iat: seconds, exp: seconds + 7 * 86_400 };
    return new SignJWT(claims).setProtectedHeader(header).sign(pairs[name].privateKey);
  };
  const verify = async (token: string, given = signal) =>
    await oidc.verify(token, { signal: given }).then(
      ({ subject }) => subject,
      ({ code, message }) => `${code} ${message}`,
    );
  /** How often the keys were fetched. */
  const count = () => requests.filter(({ path }) => path === '/keys').length;
  return { ...server, issuer, sign, verify, count };
}

const refusal = (reason: string) => `INVALID_OIDC_TOKEN invalid OIDC token: ${reason}`;
const rsToken = { alg: 'RS256', kid: 'rsa' };

describe('keys', () => {
  test.each<[PairName, string]>([
    ['rsa', 'RS256'],
    ['rsa', 'PS256'],
    ['ec', 'ES256'],
    ['ed', 'EdDSA'],
  ])('args: a key of the kind %s for %s', async (name, alg) => {
    const { sign, verify } = await arrange([await jwkOf('rsa'), await jwkOf('ec'), await jwkOf('ed')]);
    expect(await verify(await sign(name, { alg, kid: name }))).toBe('person');
    // Only one key is for this algorithm.
    expect(await verify(await sign(name, { alg }))).toBe('person');
  });

  test('args: members that allow the algorithm', async () => {
    const keys = [
      await jwkOf('rsa', { use: 'sig', key_ops: ['verify'], alg: 'RS256' }),
      await jwkOf('ed', { alg: 'Ed25519' }),
    ];
    const { sign, verify } = await arrange(keys);
    expect(await verify(await sign('rsa', rsToken))).toBe('person');
    expect(await verify(await sign('ed', { alg: 'EdDSA', kid: 'ed' }))).toBe('person');
  });

  test('error: a token whose algorithm is not that of its key', async () => {
    const { sign, verify } = await arrange([await jwkOf('rsa', { alg: 'RS256' }), await jwkOf('ec')]);
    expect(await verify(await sign('rsa', { alg: 'RS256', kid: 'ec' }))).toBe(
      refusal('the key of its issuer is not for RS256'),
    );
    expect(await verify(await sign('ec', { alg: 'ES256', kid: 'rsa' }))).toBe(
      refusal('the key of its issuer is not for ES256'),
    );
    expect(await verify(await sign('rsa', { alg: 'PS256', kid: 'rsa' }))).toBe(
      refusal('the key of its issuer is not for PS256'),
    );
  });

  test.each<[string, PairName, object]>([
    ['for encryption', 'rsa', { use: 'enc' }],
    ['for other operations', 'rsa', { key_ops: ['wrapKey'] }],
    ['for another algorithm', 'rsa', { alg: 'RS512' }],
    ['of another curve', 'p384', {}],
    ['of 1024 bits', 'weak', {}],
    ['with a huge exponent', 'rsa', { e: Buffer.alloc(64, 0xff).toString('base64url') }],
    ['that is malformed', 'ec', { x: 'AAAA' }],
    ['that is symmetric', 'rsa', { kty: 'oct', k: 'AAAA' }],
    ['with a key id that is no text', 'rsa', { kid: 7 }],
  ])('error: a key %s', async (_, name, members) => {
    const { answers, sign, verify } = await arrange([await jwkOf(name, members)]);
    const token = await sign('rsa', rsToken);
    expect(await verify(token)).toBe(refusal('the key set of its issuer has no key that can verify tokens'));
    // Beside a good key it does no harm.
    answers['/keys'] = { keys: [await jwkOf(name, { kid: 'bad', ...members }), null, await jwkOf('rsa')] };
    now += 5000;
    expect(await verify(token)).toBe('person');
  });

  test('error: a token that does not name its key, and several keys with one id', async () => {
    const other = await exportJWK(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey);
    const { sign, verify, answers } = await arrange([await jwkOf('rsa'), { ...other, kid: 'other' }]);
    expect(await verify(await sign('rsa', { alg: 'RS256' }))).toBe(
      refusal('it has no key id, and its issuer has several keys for its algorithm'),
    );
    expect(await verify(await sign('rsa', rsToken))).toBe('person');
    answers['/keys'] = { keys: [await jwkOf('rsa'), { ...other, kid: 'rsa' }] };
    now += 3600_000;
    expect(await verify(await sign('rsa', rsToken))).toBe(refusal('its issuer has several such keys'));
  });
});

describe('the cache', () => {
  test('behavior: rotated keys are found, and unknown key ids cause few fetches', async () => {
    await using provider = await startOidcIssuer();
    const guardedFetch = createGuardedFetch();
    const fetched: string[] = [];
    const oidc = createOidcVerifier({
      issuers: [{ issuer: provider.issuer }],
      fetch: (request) => {
        fetched.push(request.url);
        return guardedFetch(request);
      },
      clock: () => new Date(now),
    });
    const person = { subject: 'person', nonce: 'nonce' };
    const old = await provider.issueToken(person);
    expect(await oidc.verify(old, { signal })).toMatchObject({ subject: 'person' });
    await provider.rotateKeys();
    const token = await provider.issueToken(person);
    const unknown = {
      code: 'INVALID_OIDC_TOKEN',
      message: refusal('its issuer has no key with this key id').slice(19),
    };
    // The keys were fetched a moment ago.
    await expect(oidc.verify(token, { signal })).rejects.toMatchObject(unknown);
    expect(fetched).toHaveLength(2);
    now += 30_000;
    const both = await Promise.all(Array.from({ length: 20 }, () => oidc.verify(token, { signal })));
    expect(both).toHaveLength(20);
    expect(fetched).toHaveLength(4);
    // The old key is gone.
    await expect(oidc.verify(old, { signal })).rejects.toMatchObject(unknown);
    expect(fetched).toHaveLength(4);
  });

  test('behavior: 1,000 unknown key ids within 30 seconds cause one fetch', async () => {
    const { sign, verify, count } = await arrange([await jwkOf('rsa')]);
    expect(await verify(await sign('rsa', rsToken))).toBe('person');
    now += 30_000;
    const [, payload, signature] = (await sign('rsa', rsToken)).split('.');
    for (let turn = 0; turn < 10; turn++) {
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, n) => {
          const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: `${turn} ${n}` })).toString('base64url');
          return verify(`${header}.${payload}.${signature}`);
        }),
      );
      expect(new Set(results)).toEqual(new Set([refusal('its issuer has no key with this key id')]));
    }
    expect(count()).toBe(2);
  });

  test.each([
    ['no header', undefined, 3600],
    ['max-age=600', 'public, max-age=600, must-revalidate', 600],
    ['a short time', 'max-age=1', 60],
    ['a long time', 'max-age=9999999', 86_400],
    ['s-maxage only', 's-maxage=60', 3600],
    ['nonsense', 'max-age=-5', 3600],
  ])('behavior: keys are kept as long as Cache-Control says, within limits: %s', async (_, header, seconds) => {
    const { answers, sign, verify, count } = await arrange();
    const keys = JSON.stringify({ keys: [await jwkOf('rsa')] });
    answers['/keys'] = (response) => response.writeHead(200, header ? { 'cache-control': header } : {}).end(keys);
    const token = await sign('rsa', rsToken);
    await verify(token);
    now += seconds * 1000 - 1;
    expect(await verify(token)).toBe('person');
    expect(count()).toBe(1);
    now += 1;
    expect(await verify(token)).toBe('person');
    expect(count()).toBe(2);
  });

  test('behavior: old keys are used for a day while the issuer is away', async () => {
    const { answers, sign, verify, requests } = await arrange([await jwkOf('rsa')]);
    const token = await sign('rsa', rsToken);
    expect(await verify(token)).toBe('person');
    const { '/keys': keys = {} } = answers;
    answers['/keys'] = (response) => response.writeHead(503).end();
    now += 3600_000;
    for (let n = 0; n < 10; n++) expect(await verify(token)).toBe('person');
    // The first fetch, and one attempt: the next is 30 seconds later.
    expect(requests).toHaveLength(4);
    now += 30_000;
    expect(await verify(token)).toBe('person');
    expect(requests).toHaveLength(6);
    now += 24 * 3600_000;
    expect(await verify(token)).toBe(refusal('the key set of its issuer cannot be fetched: the status is 503'));
    answers['/keys'] = keys;
    now += 30_000;
    expect(await verify(token)).toBe('person');
  });

  test('behavior: a caller who gives up does not end the fetch that others wait for', async () => {
    const { answers, sign, verify, count } = await arrange();
    const keys = JSON.stringify({ keys: [await jwkOf('rsa')] });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    answers['/keys'] = (response) => void released.then(() => response.end(keys));
    const token = await sign('rsa', rsToken);
    const controller = new AbortController();
    const [first, second] = [verify(token, controller.signal), verify(token)];
    controller.abort();
    expect(await first).toBe(refusal('the keys of its issuer were not fetched in time'));
    release();
    expect(await second).toBe('person');
    expect(await verify(token, controller.signal)).toBe('person');
    expect(count()).toBe(1);
  });
});

describe('a bad issuer', () => {
  test.each<[string, string, JsonAnswer, string]>([
    [
      'is slow',
      '/keys',
      () => {},
      'the key set of its issuer cannot be fetched: the response was not complete in time',
    ],
    [
      'sends its keys slowly',
      '/keys',
      (response) => {
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
      },
      'the key set of its issuer cannot be fetched: the response was not complete in time',
    ],
    [
      'has huge keys',
      '/keys',
      (response) => response.end(' '.repeat(256 * 1024 + 1)),
      'the key set of its issuer cannot be fetched: the response is too large',
    ],
    [
      'redirects to this machine',
      '/keys',
      (response) => response.writeHead(302, { location: '/secret' }).end(),
      'the key set of its issuer cannot be fetched: the status is 302',
    ],
    [
      'redirects the discovery',
      discoveryPath,
      (response) => response.writeHead(301, { location: '/secret' }).end(),
      'the discovery document of its issuer cannot be fetched: the status is 301',
    ],
    [
      'has keys that are not JSON',
      '/keys',
      (response) => response.end('<html>'),
      'the key set of its issuer is not valid JSON',
    ],
    ['has keys that are an array', '/keys', [], 'the key set of its issuer is not a JSON object'],
    ['has no keys', '/keys', {}, 'the key set of its issuer is not a JSON Web Key Set'],
    ['has an empty key set', '/keys', { keys: [] }, 'the key set of its issuer has no key that can verify tokens'],
    ['has too many keys', '/keys', { keys: Array(101).fill({}) }, 'the key set of its issuer has more than 100 keys'],
    [
      'has no discovery',
      discoveryPath,
      (response) => response.writeHead(404).end(),
      'the discovery document of its issuer cannot be fetched: the status is 404',
    ],
    [
      'has a discovery that is not JSON',
      discoveryPath,
      (response) => response.end('x'),
      'the discovery document of its issuer is not valid JSON',
    ],
    [
      'names another issuer',
      discoveryPath,
      { issuer: 'https://issuer.test' },
      'the discovery document of its issuer names another issuer',
    ],
    ['names no issuer', discoveryPath, {}, 'the discovery document of its issuer names another issuer'],
  ])('error: that %s', async (_, path, answer, reason) => {
    const { answers, sign, verify, requests, port } = await arrange([await jwkOf('rsa')]);
    answers[path] = answer;
    const result = await verify(await sign('rsa', rsToken));
    expect(result).toBe(refusal(reason));
    expect(result).not.toContain(String(port));
    expect(requests.map((request) => request.path)).not.toContain('/secret');
  });

  test.each([
    ['http://issuer.test/keys', 'the discovery document of its issuer has no usable jwks_uri'],
    ['https://user:pass@issuer.test/keys', 'the discovery document of its issuer has no usable jwks_uri'],
    ['file:///etc/passwd', 'the discovery document of its issuer has no usable jwks_uri'],
    ['/keys', 'the discovery document of its issuer has no usable jwks_uri'],
    [undefined, 'the discovery document of its issuer has no usable jwks_uri'],
    ['https://127.0.0.1/keys', 'the key set of its issuer cannot be fetched: the host is not on the public Internet'],
    ['https://169.254.169.254/', 'the key set of its issuer cannot be fetched: the host is not on the public Internet'],
    ['https://localhost/keys', 'the key set of its issuer cannot be fetched: the host is not on the public Internet'],
  ])('error: that names %s for its keys', async (jwks_uri, reason) => {
    const { answers, issuer, sign, verify, count } = await arrange([await jwkOf('rsa')]);
    answers[discoveryPath] = { issuer, jwks_uri };
    expect(await verify(await sign('rsa', rsToken))).toBe(refusal(reason));
    expect(count()).toBe(0);
  });

  test('error: another port of the same host is another host', async () => {
    const { answers, issuer, sign, verify } = await arrange([await jwkOf('rsa')]);
    await using other = await startJsonServer();
    answers[discoveryPath] = { issuer, jwks_uri: `${other.origin}/keys` };
    const reason = 'the discovery document of its issuer has no usable jwks_uri';
    expect(await verify(await sign('rsa', rsToken))).toBe(refusal(reason));
    answers[discoveryPath] = { issuer, jwks_uri: `https://127.0.0.1:${other.port}/keys` };
    now += 5000;
    expect(await verify(await sign('rsa', rsToken))).toContain('the host is not on the public Internet');
    expect(other.requests).toEqual([]);
  });

  test('error: that is gone', async () => {
    const { close, sign, verify, port } = await arrange([await jwkOf('rsa')]);
    await close();
    const token = await sign('rsa', rsToken);
    const reason =
      'the discovery document of its issuer cannot be fetched: the host cannot be reached, or the connection was lost';
    const result = await verify(token);
    expect(result).toBe(refusal(reason));
    expect(result).not.toContain(String(port));
  });

  test('behavior: a failed fetch is not repeated for 5 seconds', async () => {
    const { answers, sign, verify, requests } = await arrange([await jwkOf('rsa')]);
    const { '/keys': keys = {} } = answers;
    delete answers['/keys'];
    const token = await sign('rsa', rsToken);
    const reason = 'the key set of its issuer cannot be fetched: the status is 404';
    expect(await verify(token)).toBe(refusal(reason));
    answers['/keys'] = keys;
    now += 4999;
    expect(await verify(token)).toBe(refusal(reason));
    expect(requests).toHaveLength(2);
    now += 1;
    expect(await verify(token)).toBe('person');
  });
});
