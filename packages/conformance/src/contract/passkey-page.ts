import type { Passkey } from '@mintmark/stamper';
import { bundle } from '../bundle.ts';
import { startStaticHost } from '../runtimes/static-host.ts';
import { launchTestBrowser, virtualAuthenticator } from '../runtimes/test-browser.ts';

/** A page in a browser with a virtual authenticator that always consents. */
export interface PasskeyPage extends AsyncDisposable {
  /** Creates a passkey. */
  create(): Promise<Passkey>;
  /** Makes a call with the passkey, and returns the client's result or the code of its error. */
  call(baseUrl: string, organizationId: string, method: string, input?: object, options?: object): Promise<unknown>;
}

const app = `
import { createClient } from '@mintmark/client';
import { createPasskey, createWebAuthnStamper } from '@mintmark/stamper';

globalThis.create = () => createPasskey({ rp: { name: 'Analytical Engines' }, user: { name: 'ada', displayName: 'Ada' } });
globalThis.call = async ({ baseUrl, organizationId, method, input, options }) => {
  const client = createClient({ baseUrl, organizationId, stamper: createWebAuthnStamper() });
  return client[method](input, options).catch(({ code }) => code);
};`;

/** Opens the page in a new browser. */
export async function openPasskeyPage(executable: string): Promise<PasskeyPage> {
  const { code } = await bundle(app, 'browser');
  await using stack = new AsyncDisposableStack();
  const html = '<!doctype html><title>App</title><script type="module" src="/app.js"></script>';
  const site = stack.use(
    await startStaticHost(
      new Map([
        ['/', { contentType: 'text/html', body: html }],
        ['/app.js', { contentType: 'text/javascript', body: code }],
      ]),
    ),
  );
  const browser = await launchTestBrowser(executable);
  stack.defer(() => browser.close());
  const page = await browser.newPage();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: virtualAuthenticator });
  await page.goto(site.origin.replace('127.0.0.1', 'localhost'));
  await page.waitForFunction('globalThis.call');
  const parts = stack.move();
  return {
    create: () => page.evaluate<Passkey>('create()'),
    call: (baseUrl, organizationId, method, input, options) =>
      page.evaluate(`call(${JSON.stringify({ baseUrl, organizationId, method, input, options })})`),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
