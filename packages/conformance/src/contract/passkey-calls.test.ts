import { createMock } from '@mintmark/mock';
import { createContract } from '@mintmark/mock/contract';
import { examples } from '@mintmark/schema';
import type { Passkey } from '@mintmark/stamper';
import {
  createCredentialKey,
  decodeWebAuthnStamp,
  verifyAssertion,
  verifyRegistration,
} from '@mintmark/stamper/verify';
import { expect, test } from 'vitest';
import { bundle } from '../bundle.ts';
import { startStaticHost } from '../runtimes/static-host.ts';
import { findTestBrowser, launchTestBrowser } from '../runtimes/test-browser.ts';
import { startWitness } from './witness.ts';

const executable = findTestBrowser('the client with a passkey');
const policy = { userVerification: 'preferred' } as const;

/** The app of the page: it makes a passkey, and calls the service with it. */
const app = `
import { createClient } from '@mintmark/client';
import { createPasskey, createWebAuthnStamper } from '@mintmark/stamper';

globalThis.create = () => createPasskey({ rp: { name: 'Analytical Engines' }, user: { name: 'ada', displayName: 'Ada' } });
globalThis.call = async (baseUrl, organizationId) => {
  const client = createClient({ baseUrl, organizationId, stamper: createWebAuthnStamper() });
  const { username } = await client.whoami();
  const headers = { Prefer: 'scenario=pending-then-completed' };
  const { status } = await client.upsertSwapConfig({ feeBps: '30' }, { headers });
  return [username, status];
};`;

test.skipIf(!executable)('behavior: calls are stamped with a passkey, and a poll with one stamp more', async () => {
  const { code } = await bundle(app, 'browser');
  await using site = await startStaticHost(
    new Map([
      [
        '/',
        {
          contentType: 'text/html',
          body: '<!doctype html><title>App</title><script type="module" src="/app.js"></script>',
        },
      ],
      ['/app.js', { contentType: 'text/javascript', body: code }],
    ]),
  );
  const browser = await launchTestBrowser(executable ?? '');
  try {
    const page = await browser.newPage();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
    await page.goto(site.origin.replace('127.0.0.1', 'localhost'));
    await page.waitForFunction('globalThis.call');
    const passkey = await page.evaluate<Passkey>('create()');
    const registered = await verifyRegistration({ ...passkey, policy });
    if (!registered.ok) throw registered.error;
    const key = await createCredentialKey(Buffer.from(registered.publicKey, 'base64url'));

    await using mock = await createMock();
    await using witness = await startWitness({ urls: [mock.url] }, await createContract(), {
      async judgeStamp(headers, body) {
        const decoded = decodeWebAuthnStamp(String(headers['x-stamp-webauthn']));
        return decoded.ok
          ? verifyAssertion({ stamp: decoded.stamp, body, credential: { ...registered, key }, policy })
          : decoded;
      },
    });
    const answers = await page.evaluate(
      `call(${JSON.stringify(witness.origin)}, ${JSON.stringify(examples.organizationId)})`,
    );
    expect(answers).toEqual([examples.userName, 'completed']);
    expect(witness.problems).toEqual([]);
    expect(witness.verified).toBe(3);
  } finally {
    await browser.close();
  }
});
