import { randomUUID } from 'node:crypto';
import { createAttestedStamper, createP256Signer, createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendBytes, stampFor } from '../../../test/exchange.ts';
import { addOrganization, addUser } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { type Actor, newKey, type Service, startService } from '../../../test/service.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { Admission } from './admission.ts';
import { createCounts } from './counts.ts';
import { readStamp } from './read-stamp.ts';

const whoami = '/public/v1/query/whoami';
const burst = 100;

let service: Service;
let here: string;
beforeAll(async () => {
  service = await startService();
  // Shares only grow with this clock. It stands still, so counts are exact.
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await service[Symbol.asyncDispose]();
});
beforeEach(() => {
  here = randomUUID();
});

type By = Pick<Actor, 'stamper'>;
const aboutRoot = () => JSON.stringify({ organizationId: service.root.organizationId });

async function ask(by: By, body = aboutRoot(), signed = body): Promise<number> {
  const headers = await stampFor(by, Buffer.from(signed));
  return (await sendBytes(service.app, whoami, Buffer.from(body), headers, here)).status;
}

/** A new key with a token that names it, as far as anyone can make one alone. */
function newAttestedKey() {
  const signer = createP256Signer(generatePrivateKey('p256').toApiKey());
  const claims = Buffer.from(JSON.stringify({ public_key: signer.publicKey })).toString('base64url');
  return { ...signer, stamper: createAttestedStamper({ signer, verificationToken: `e30.${claims}.c2ln` }) };
}

const many = <Result>(count: number, one: () => Promise<Result>) => Promise.all(Array.from({ length: count }, one));

describe('an address that has used up its share', () => {
  test('default: admits only recently verified callers', async () => {
    const user = await addUser(service, service.root);
    expect(await ask(service.root)).toBe(200);
    await many(burst, () => ask(newKey()));
    expect([await ask(service.root), await ask(newKey()), await ask(user)]).toEqual([200, 429, 429]);
    vi.advanceTimersByTime(50);
    expect(await ask(user)).toBe(200);
    expect(await ask(newKey())).toBe(401);
    expect([await ask(newKey()), await ask(user)]).toEqual([429, 200]);
  });

  test('behavior: a recently verified passkey is admitted too', async () => {
    const { authenticator, stamper } = newPasskey();
    const { userId } = service.root;
    await service.submit(service.root, 'create_authenticators', { userId, authenticators: [authenticator] });
    expect(await ask({ stamper })).toBe(200);
    await many(burst, () => ask(newKey()));
    expect([await ask({ stamper }), await ask(newPasskey())]).toEqual([200, 429]);
  });

  test('behavior: a caller that only names a known key is refused, and its owner is not locked out', async () => {
    expect(await ask(service.root)).toBe(200);
    const answers: number[] = [];
    for (let sent = 0; sent < 3 * burst; sent++) answers.push(await ask(service.root, aboutRoot(), 'something else'));
    expect(answers).toEqual([...Array(burst).fill(401), ...Array(2 * burst).fill(429)]);
    expect([await ask(newKey()), await ask(service.root)]).toEqual([429, 200]);
  });

  test('behavior: a request that only names a known key is not looked up, and its body is not parsed', async () => {
    expect(await ask(service.root)).toBe(200);
    await many(burst, () => ask(newKey()));
    const query = vi.spyOn(service.database, 'query');
    expect(await ask(service.root, 'no JSON', 'something else')).toBe(429);
    expect(query.mock.calls).toEqual([]);
    query.mockRestore();
    expect(await ask(service.root, 'no JSON')).toBe(400);
  });

  test('behavior: each address has a separate share for naming a known key', async () => {
    expect(await ask(service.root)).toBe(200);
    await many(burst, () => ask(newKey()));
    const naming = () => ask(service.root, aboutRoot(), 'something else');
    for (let sent = 0; sent < 20; sent++) expect(new Set(await many(100, naming))).toEqual(new Set([429]));
    const readBody = vi.fn(async () => Buffer.from(aboutRoot()));
    const headers = await stampFor(service.root, Buffer.from(aboutRoot()));
    const header = (name: string) => headers[name] ?? [];
    const send = (address: string) => service.app({ method: 'POST', path: whoami, header, readBody, address });
    expect([(await send(here)).status, readBody.mock.calls]).toEqual([429, []]);
    expect((await send(randomUUID())).status).toBe(200);
    vi.advanceTimersByTime(1);
    expect((await send(here)).status).toBe(200);
  });

  test('behavior: a known key whose user was deleted has no privilege', async () => {
    const user = await addUser(service, service.root);
    expect(await ask(user)).toBe(200);
    expect((await service.submit(service.root, 'delete_users', { userIds: [user.userId] })).status).toBe(200);
    await many(burst, () => ask(newKey()));
    expect([await ask(user), await ask(user)]).toEqual([401, 429]);
  });

  test('behavior: admitted requests do not restore the share', async () => {
    expect(await ask(service.root)).toBe(200);
    await many(burst, () => ask(newKey()));
    expect(new Set(await many(burst, () => ask(service.root)))).toEqual(new Set([200]));
    expect(await ask(newKey())).toBe(429);
  });

  test('behavior: a verified credential is forgotten after an hour', async () => {
    expect(await ask(service.root)).toBe(200);
    vi.advanceTimersByTime(60 * 60 * 1000);
    await many(burst, () => ask(newKey()));
    expect(await ask(service.root)).toBe(429);
  });

  test('behavior: the body is not read', async () => {
    await many(burst, () => ask(newKey()));
    const readBody = vi.fn(async () => Buffer.from(aboutRoot()));
    const headers = await stampFor(newKey(), Buffer.from(aboutRoot()));
    const header = (name: string) => headers[name] ?? [];
    const { status } = await service.app({ method: 'POST', path: whoami, header, readBody, address: here });
    expect([status, readBody.mock.calls]).toEqual([429, []]);
  });

  test('behavior: a refused key does not count as verified', async () => {
    const stranger = newKey();
    await many(burst, () => ask(stranger));
    expect(await ask(stranger)).toBe(429);
  });

  test('behavior: each address has its own share', async () => {
    await many(burst, () => ask(newKey()));
    const body = Buffer.from(aboutRoot());
    expect((await sendBytes(service.app, whoami, body, await stampFor(newKey(), body))).status).toBe(401);
  });
});

describe('an attested stamp', () => {
  test('error: is refused, with the reason', async () => {
    const body = Buffer.from(aboutRoot());
    const { status, body: answer } = await sendBytes(
      service.app,
      whoami,
      body,
      await stampFor(newAttestedKey(), body),
      here,
    );
    expect([status, JSON.parse(answer)]).toMatchObject([
      401,
      { message: 'only stamp_login accepts an attested stamp', details: [{ errorCode: 'SIGNATURE_INVALID' }] },
    ]);
  });

  test('behavior: is not looked up', async () => {
    const query = vi.spyOn(service.database, 'query');
    expect(await ask(newAttestedKey())).toBe(401);
    expect(query.mock.calls).toEqual([]);
    query.mockRestore();
  });

  test('behavior: a refusal counts against the address, which is then refused unread', async () => {
    const attested = newAttestedKey();
    expect(new Set(await many(burst, () => ask(attested)))).toEqual(new Set([401]));
    const readBody = vi.fn(async () => Buffer.from(aboutRoot()));
    const headers = await stampFor(attested, Buffer.from(aboutRoot()));
    const header = (name: string) => headers[name] ?? [];
    const { status } = await service.app({ method: 'POST', path: whoami, header, readBody, address: here });
    expect([status, readBody.mock.calls]).toEqual([429, []]);
    expect([await ask(newAttestedKey()), await ask(newKey())]).toEqual([429, 429]);
  });

  test('behavior: does not profit from an API key of the same public key that was recently verified', async () => {
    const admission = new Admission();
    const body = Buffer.from('{}');
    const key = generatePrivateKey('p256').toApiKey();
    const signer = createP256Signer(key);
    const stampedBy = async (by: By) => {
      const headers = await stampFor(by, body);
      return { address: here, stamp: readStamp((name) => headers[name] ?? []), length: 2 };
    };
    const who = { proof: async () => true };
    const asKey = await stampedBy({ stamper: createP256Stamper(key) });
    expect(await admission.identify(asKey, body, async () => who)).toBe(who);
    const attested = await stampedBy({ stamper: createAttestedStamper({ signer, oidcToken: 'e30.e30.c2ln' }) });
    expect(await admission.identify(attested, body, async () => who)).toBe(who);
    const refuse = () => Promise.reject(new ApiError('SIGNATURE_INVALID'));
    for (let sent = 0; sent < burst; sent++)
      await expect(admission.identify(attested, body, refuse)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(() => admission.check(attested)).toThrow(expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }));
    expect(() => admission.check(asKey)).not.toThrow();
  });
});

describe('the share of an address', () => {
  test('behavior: a large body uses up more of it', async () => {
    const large = JSON.stringify({ organizationId: service.root.organizationId, more: 'a'.repeat(200 * 1024) });
    expect([await ask(newKey(), large), await ask(newKey(), large), await ask(newKey())]).toEqual([401, 401, 429]);
    expect(await ask(service.root, large, 'something else')).toBe(429);
    // The debt is not more than a full share.
    vi.advanceTimersByTime(6_000);
    expect(await ask(newKey())).toBe(401);
  });

  test('behavior: large bodies that name a known key keep out only large ones', async () => {
    expect(await ask(service.root)).toBe(200);
    await many(burst, () => ask(newKey()));
    const large = JSON.stringify({ organizationId: service.root.organizationId, more: 'a'.repeat(250 * 1024) });
    const naming = () => ask(service.root, large, 'something else');
    for (let sent = 0; sent < 32; sent++) expect(await naming()).toBe(429);
    const send = async (body: string) => {
      const readBody = vi.fn(async () => Buffer.from(body));
      const headers = { ...(await stampFor(service.root, Buffer.from(body))), 'content-length': [String(body.length)] };
      const header = (name: string) => headers[name as keyof typeof headers] ?? [];
      const { status } = await service.app({ method: 'POST', path: whoami, header, readBody, address: here });
      return [status, readBody.mock.calls.length];
    };
    expect([await send(large), await send(aboutRoot())]).toEqual([
      [429, 0],
      [200, 1],
    ]);
  });

  test.each<[string, number, () => Promise<number>]>([
    ['no stamp', 401, async () => (await sendBytes(service.app, whoami, Buffer.from('{}'), {}, here)).status],
    [
      'an invalid stamp',
      401,
      async () => (await sendBytes(service.app, whoami, Buffer.from('{}'), { 'x-stamp': ['x'] }, here)).status,
    ],
    ['no JSON', 400, () => ask(newKey(), '{')],
    ['too much', 413, () => ask(newKey(), ' '.repeat(256 * 1024 + 1))],
    ['an organization id that is not a UUID', 400, () => ask(newKey(), '{"organizationId":"x"}')],
    ['an unknown key', 401, () => ask(newKey())],
    ['a wrong signature', 401, () => ask(service.root, aboutRoot(), 'something else')],
  ])('default: is used up by %s', async (_, status, refused) => {
    for (let sent = 0; sent < burst; sent++) expect(await refused()).toBe(status);
    expect(await ask(newKey())).toBe(429);
  });

  test.each<[string, string, string, number]>([
    ['an unknown path', 'POST', '/nowhere', 404],
    ['a preflight', 'OPTIONS', whoami, 204],
    ['a probe', 'GET', '/health', 200],
    ['an unsupported method', 'GET', whoami, 405],
    ['a sign-up without a configuration, which has a limit of its own', 'POST', '/v1/signup_v2', 401],
  ])('behavior: is not used up by %s', async (_, method, path, status) => {
    const request = { method, path, header: () => [], readBody: async () => Buffer.from('{}'), address: here };
    for (let sent = 0; sent < burst; sent++) expect((await service.app(request)).status).toBe(status);
    expect(await ask(newKey())).toBe(401);
  });

  test('behavior: is not used up by verified callers, whatever they send', async () => {
    for (let sent = 0; sent < burst; sent++) {
      const [user] = await addOrganization(service);
      expect(await ask(user, JSON.stringify({ organizationId: user.organizationId }))).toBe(200);
    }
    expect(await ask(service.root)).toBe(200);
    const wrong = [',"more":1}', ',"more":1,"more":1}', ',"__proto__":1}', ` ,"more":${'['.repeat(40)}`];
    for (const end of wrong)
      expect(new Set(await many(burst, () => ask(service.root, aboutRoot().replace('}', end))))).toEqual(
        new Set([400]),
      );
    expect(await ask(newKey())).toBe(401);
  });

  test('behavior: is not used up by internal errors', async () => {
    const admission = new Admission();
    const { stamper } = newKey();
    const headers = await stampFor({ stamper }, Buffer.from('{}'));
    const unidentified = { address: here, stamp: readStamp((name) => headers[name] ?? []), length: 2 };
    const broken = () => Promise.reject(new Error('broken'));
    for (let sent = 0; sent < 2 * burst; sent++)
      await expect(admission.identify(unidentified, Buffer.from('{}'), broken)).rejects.toThrow('broken');
  });

  test('behavior: an API key that another process has verified is verified first, and others are refused', async () => {
    const counts = createCounts();
    const admission = new Admission(counts.rateLimits, counts.verified);
    const body = Buffer.from('{}');
    const stamped = async (by: Pick<Actor, 'stamper'>, over = body) => {
      const headers = await stampFor(by, over);
      return { address: here, stamp: readStamp((name) => headers[name] ?? []), length: 2 };
    };
    const [known, unknown] = [newKey(), newKey()];
    const asKnown = await stamped(known);
    counts.rateLimits.failures.takeElsewhere(here, 2 * burst);
    const reached = Symbol('reached');
    const identify = (unidentified: typeof asKnown) =>
      admission.identify(unidentified, body, () => Promise.reject(reached)).catch((error) => error.code ?? error);
    expect(await identify(asKnown)).toBe('RATE_LIMIT_EXCEEDED');
    counts.verified.addElsewhere(`p256 ${known.publicKey}`);
    expect(await identify(asKnown)).toBe(reached);
    expect(await identify(await stamped(known, Buffer.from('[]')))).toBe('RATE_LIMIT_EXCEEDED');
    expect(await identify(await stamped(unknown))).toBe('RATE_LIMIT_EXCEEDED');
  });

  test('behavior: is not used up by a new caller, however much it sends at the same time', async () => {
    const user = await addUser(service, service.root);
    expect(new Set(await many(2 * burst, () => ask(user)))).toEqual(new Set([200]));
  });
});
