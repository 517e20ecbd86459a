import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Passkey } from '@mintmark/stamper';
import {
  createCredentialKey,
  decodeWebAuthnStamp,
  verifyAssertion,
  verifyRegistration,
  type WebAuthnPolicy,
} from '@mintmark/stamper/verify';
import { writeCbor } from '@mintmark/testing/cbor-writer';
import { base64url, coseOf } from '@mintmark/testing/software-authenticator';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import type { Browser, CDPSession, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundle } from '../bundle.ts';
import { type StaticHost, startStaticHost } from '../runtimes/static-host.ts';
import { launchTestBrowser, virtualAuthenticator } from '../runtimes/test-browser.ts';

const executable = findTestBrowser('passkeys in a browser');
const preferred = { userVerification: 'preferred' } as const;
const bodies = ['{"name":"Ada ☃"}', '', '{}\n', 'x'.repeat(100_000)];

type Outcome<Value> = { value: Value } | { error: { name: string; code: string; part: string; message: string } };

/** Calls a function of the page. Error objects cannot leave the page, so their members are copied. */
function call<Value>(page: Page | Frame, name: string, ...args: unknown[]): Promise<Outcome<Value>> {
  return page.evaluate(
    async ([name, args]) => {
      try {
        const { createPasskey, createWebAuthnStamper } = (globalThis as never)['passkeys'] as Record<
          string,
          CallableFunction
        >;
        const functions: Record<string, (...args: unknown[]) => unknown> = {
          create: (options) => createPasskey?.(options),
          stamp: (body, options) => createWebAuthnStamper?.(options).stamp(body),
          abort: (body, options) => {
            const controller = new AbortController();
            setTimeout(() => controller.abort(), 50);
            return createWebAuthnStamper?.(options).stamp(body, { signal: controller.signal });
          },
        };
        return { value: (await functions[name]?.(...args)) as never };
      } catch (error) {
        const { name, code, part, message } = error as { name: string; code: string; part: string; message: string };
        return { error: { name, code, part, message } };
      }
    },
    [name, args] as const,
  );
}

function stampOf(value: string) {
  const decoded = decodeWebAuthnStamp(value);
  if (!decoded.ok) throw decoded.error;
  return decoded.stamp;
}

function expectValue<Value>(outcome: Outcome<Value>): Value {
  if ('error' in outcome) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.value;
}

describe.skipIf(!executable)('passkeys in Chromium', () => {
  let site: StaticHost;
  let browser: Browser;
  let page: Page;
  let cdp: CDPSession;

  const addAuthenticator = async (options: object = {}) =>
    (await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...virtualAuthenticator, ...options } }))
      .authenticatorId;

  const account = (name: string, more: object = {}) => ({
    rp: { name: 'Analytical Engines' },
    user: { name, displayName: name },
    ...more,
  });
  const create = (name: string, more: object = {}) => call<Passkey>(page, 'create', account(name, more));
  const stamp = (body: string, options: object = {}) =>
    call<{ name: string; value: string }>(page, 'stamp', body, options);

  async function register(passkey: Passkey) {
    const verdict = await verifyRegistration({ ...passkey, policy: preferred });
    if (!verdict.ok) throw verdict.error;
    const key = await createCredentialKey(Buffer.from(verdict.publicKey, 'base64url'));
    return { ...verdict, key };
  }

  const originOf = (host: string) => site.origin.replace('127.0.0.1', host);

  beforeAll(async () => {
    const { code } = await bundle(
      `import { createPasskey, createWebAuthnStamper } from '@mintmark/stamper';
      globalThis.passkeys = { createPasskey, createWebAuthnStamper };`,
      'browser',
    );
    const page = {
      contentType: 'text/html',
      body: '<!doctype html><title>Passkeys</title><script type="module" src="/passkeys.js"></script>',
    };
    const script = { contentType: 'text/javascript', body: code };
    site = await startStaticHost(new Map(Object.entries({ '/': page, '/frame': page, '/passkeys.js': script })));
    browser = await launchTestBrowser(executable ?? '');
  });

  afterAll(async () => {
    await browser?.close();
    await site?.[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    await page?.context().close();
    page = await (await browser.newContext()).newPage();
    cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await page.goto(originOf('localhost'));
    await page.waitForFunction('globalThis.passkeys');
  });

  const verify = (
    value: string,
    body: string,
    credential: Awaited<ReturnType<typeof register>>,
    policy: WebAuthnPolicy = preferred,
  ) => verifyAssertion({ stamp: stampOf(value), body: new TextEncoder().encode(body), credential, policy });

  test('default: a passkey is created and registered, and stamps requests', async () => {
    await addAuthenticator();
    const passkey = expectValue(await create('ada'));
    expect(passkey).toMatchObject({ authenticatorName: 'ada' });
    expect(passkey.attestation.transports).toEqual(['AUTHENTICATOR_TRANSPORT_INTERNAL']);
    const credential = await register(passkey);
    expect(credential).toMatchObject({
      rpId: 'localhost',
      origin: originOf('localhost'),
      algorithm: 'ES256',
      userVerified: true,
      attestationFormat: 'none',
    });
    let { signCount } = credential;
    for (const body of bodies) {
      const { name, value } = expectValue(await stamp(body));
      expect(name).toBe('X-Stamp-WebAuthn');
      const verdict = await verify(value, body, { ...credential, signCount }, { userVerification: 'required' });
      if (!verdict.ok) throw verdict.error;
      expect(verdict.signCount).toBeGreaterThan(signCount);
      expect(await verify(value, `${body} `, credential)).toMatchObject({ error: { code: 'CHALLENGE_MISMATCH' } });
      expect(await verify(value, body, { ...credential, ...verdict })).toMatchObject({
        error: { code: 'SIGN_COUNT_REGRESSED' },
      });
      signCount = verdict.signCount;
    }
  });

  test('error: expectations that the browser did not meet', async () => {
    await addAuthenticator();
    const passkey = expectValue(await create('ada'));
    const credential = await register(passkey);
    const { value } = expectValue(await stamp('{}'));
    const origin = originOf('localhost');
    expect(await verify(value, '{}', credential, { ...preferred, origins: [origin] })).toMatchObject({ ok: true });
    const elsewhere = { ...preferred, origins: ['http://localhost:1', 'https://example.com'] };
    expect(await verify(value, '{}', credential, elsewhere)).toMatchObject({ error: { code: 'ORIGIN_NOT_ALLOWED' } });
    expect(await verify(value, '{}', { ...credential, rpId: 'example.com' })).toMatchObject({
      error: { code: 'ORIGIN_NOT_ALLOWED' },
    });
    expect(await verifyRegistration({ ...passkey, policy: elsewhere })).toMatchObject({
      error: { code: 'ORIGIN_NOT_ALLOWED' },
    });
    const challenge = base64url(randomBytes(32));
    expect(await verifyRegistration({ ...passkey, challenge, policy: preferred })).toMatchObject({
      error: { code: 'CHALLENGE_MISMATCH' },
    });
  });

  test('error: the browser refuses the relying party of another site', async () => {
    await addAuthenticator();
    const refusal = { error: { name: 'StamperError', code: 'RP_ID_MISMATCH', part: 'rpId' } };
    expect(await create('ada', { rp: { name: 'Elsewhere', id: 'example.com' } })).toMatchObject(refusal);
    expect(await stamp('{}', { rpId: 'example.com' })).toMatchObject(refusal);
    expect(await stamp('{}', { rpId: 'app.localhost' })).toMatchObject(refusal);
  });

  test('error: the browser has no passkey for a page of another host', async () => {
    await addAuthenticator();
    expectValue(await create('ada'));
    await page.goto(originOf('app.localhost'));
    await page.waitForFunction('globalThis.passkeys');
    expect(await stamp('{}', { timeout: 500 })).toMatchObject({ error: { code: 'CANCELLED' } });
    const credential = await register(expectValue(await create('ada')));
    expect(credential).toMatchObject({ rpId: 'app.localhost', origin: originOf('app.localhost') });
    const { value } = expectValue(await stamp('{}'));
    expect(await verify(value, '{}', credential)).toMatchObject({ ok: true });
  });

  test('behavior: with two passkeys, the named one stamps', async () => {
    await addAuthenticator();
    const credentials = [
      await register(expectValue(await create('ada'))),
      await register(expectValue(await create('charles'))),
    ];
    expect(new Set(credentials.map(({ credentialId }) => credentialId)).size).toBe(2);
    for (const credential of credentials) {
      const allowCredentials = [{ credentialId: credential.credentialId }];
      const { value } = expectValue(await stamp('{}', { allowCredentials }));
      for (const other of credentials) {
        const expected = other === credential ? { ok: true } : { error: { code: 'CREDENTIAL_MISMATCH' } };
        expect(await verify(value, '{}', other)).toMatchObject(expected);
        const renamed = { ...other, credentialId: credential.credentialId };
        const signed = other === credential ? { ok: true } : { error: { code: 'SIGNATURE_INVALID' } };
        expect(await verify(value, '{}', renamed)).toMatchObject(signed);
      }
    }
  });

  test('error: a second passkey while the first one is excluded', async () => {
    await addAuthenticator();
    const { attestation } = expectValue(await create('ada'));
    const excludeCredentials = [attestation];
    expect(await create('ada', { excludeCredentials })).toMatchObject({ error: { code: 'CREDENTIAL_EXISTS' } });
  });

  test('error: the user does not respond, or the page aborts', async () => {
    const authenticatorId = await addAuthenticator();
    expectValue(await create('ada'));
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
    const cancelled = { error: { name: 'StamperError', code: 'CANCELLED' } };
    expect(await stamp('{}', { timeout: 200 })).toMatchObject(cancelled);
    expect(await create('charles', { timeout: 200 })).toMatchObject(cancelled);
    const aborted = await call(page, 'abort', '{}');
    expect(aborted).toMatchObject({ error: { code: 'CANCELLED', message: 'passkey was aborted' } });
  });

  test('error: a user who was not verified', async () => {
    const authenticatorId = await addAuthenticator();
    const credential = await register(expectValue(await create('ada')));
    const { value } = expectValue(await stamp('{}', { userVerification: 'discouraged' }));
    expect(await verify(value, '{}', credential)).toMatchObject({ ok: true, userVerified: false });
    expect(await verify(value, '{}', credential, { userVerification: 'required' })).toMatchObject({
      error: { code: 'USER_NOT_VERIFIED' },
    });
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    expect(await stamp('{}', { userVerification: 'required', timeout: 500 })).toMatchObject({
      error: { code: 'CANCELLED' },
    });
  });

  test('behavior: a security key without user verification can be registered where verification is only preferred', async () => {
    await addAuthenticator({ transport: 'usb', hasUserVerification: false, isUserVerified: false });
    const passkey = expectValue(await create('ada', { authenticatorSelection: { userVerification: 'preferred' } }));
    expect(passkey.attestation.transports).toEqual(['AUTHENTICATOR_TRANSPORT_USB']);
    expect(await verifyRegistration({ ...passkey, policy: preferred })).toMatchObject({
      ok: true,
      userVerified: false,
    });
    expect(await verifyRegistration({ ...passkey, policy: { userVerification: 'required' } })).toMatchObject({
      error: { code: 'USER_NOT_VERIFIED' },
    });
  });

  test('error: a frame of another origin', async () => {
    await addAuthenticator();
    const credential = await register(expectValue(await create('ada')));
    await page.goto(originOf('top.localhost'));
    const source = `${originOf('localhost')}/frame`;
    await page.evaluate(`document.body.innerHTML = '<iframe src="${source}" allow="publickey-credentials-get *">'`);
    await expect.poll(() => page.frame({ url: source })).toBeTruthy();
    const frame = page.frame({ url: source }) ?? expect.unreachable();
    await frame.waitForFunction('globalThis.passkeys');
    const outcome = await call<{ value: string }>(frame, 'stamp', '{}', {});
    const { value } = expectValue(outcome);
    expect(await verify(value, '{}', credential)).toMatchObject({ error: { code: 'CROSS_ORIGIN' } });
    expect(await verify(value, '{}', credential, { ...preferred, allowCrossOrigin: true })).toMatchObject({ ok: true });
  });

  test.each([
    ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['EdDSA', () => generateKeyPairSync('ed25519')],
    ['RS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ] as const)('behavior: a key of %s', async (algorithm, generate) => {
    const authenticatorId = await addAuthenticator();
    const { publicKey, privateKey } = generate();
    const id = randomBytes(32);
    await cdp.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: {
        credentialId: id.toString('base64'),
        isResidentCredential: true,
        rpId: 'localhost',
        privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
        userHandle: randomBytes(16).toString('base64'),
        signCount: 1,
      },
    });
    const key = await createCredentialKey(writeCbor(coseOf(publicKey, algorithm)));
    expect(key.algorithm).toBe(algorithm);
    const credential = { credentialId: base64url(id), key, rpId: 'localhost', signCount: 1 };
    for (let round = 0; round < 8; round++) {
      const body = `{"round":${round}}`;
      const { value } = expectValue(await stamp(body));
      const sent = {
        stamp: stampOf(value),
        body: new TextEncoder().encode(body),
        credential,
        policy: preferred,
      };
      expect(await verifyAssertion(sent)).toMatchObject({ ok: true });
    }
  });
});
