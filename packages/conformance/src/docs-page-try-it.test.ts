import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportPem, importApiKey } from '@mintmark/stamper';
import { inFull } from '@mintmark/testing/effort';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import axeCore from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { partOfDocument } from './part-of-document.ts';
import { Program } from './runtimes/program.ts';
import { launchTestBrowser, virtualAuthenticator } from './runtimes/test-browser.ts';

const executablePath = findTestBrowser('requests from the docs page in a real browser');
const isWhole = inFull('all operations on the page that requests are sent from');
const start = join(import.meta.dirname, '../../../scripts/start.ts');

interface Root {
  readonly organizationId: string;
  readonly authProxyConfigId: string;
  readonly apiPublicKey: string;
  readonly apiPrivateKey: string;
}

describe.skipIf(!executablePath)('try it', () => {
  let directory: string;
  let service: Program;
  let address: string;
  let rootFile: string;
  let root: Root;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let sent: Request[];
  const complaints: string[] = [];
  const origins = new Set<string>();

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'mintmark-try-it-'));
    service = new Program('npm start', process.execPath, [start], {
      PORT: '0',
      MINTMARK_WORKERS: '1',
      MINTMARK_DATA_DIR: directory,
    });
    address = await service.printed(/listening on (\S+)/);
    await service.printed(/^try .*\n/m);
    rootFile = join(directory, 'root.json');
    root = JSON.parse(readFileSync(rootFile, 'utf8'));
    browser = await launchTestBrowser(executablePath ?? '');
    context = await newContext({ viewport: { width: 360, height: 740 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await open(context, `${address}/docs/`);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  beforeEach(async () => {
    sent = [];
    const forget = page.getByRole('button', { name: 'Forget key' });
    if (await forget.isVisible()) await forget.click();
  });

  /** A fresh profile, in which the page shows the operations that the tests use. */
  async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const made = await browser.newContext(options);
    if (isWhole) return made;
    await made.route('**/docs/openapi.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: partOfDocument(await response.json(), ['whoami', 'createUserTag', 'account']),
      });
    });
    return made;
  }

  async function open(opened: BrowserContext, url: string): Promise<Page> {
    const made = await opened.newPage();
    made.on('request', (request) => {
      origins.add(new URL(request.url()).origin);
      if (request.method() === 'POST') sent?.push(request);
    });
    made.on('pageerror', (error) => complaints.push(`thrown ${error.message}`));
    made.on('console', (message) => {
      // The browser reports each refused request by itself.
      if (!message.text().startsWith('Failed to load resource')) complaints.push(`${message.type()} ${message.text()}`);
    });
    await made.goto(url);
    await made.locator('.opblock').first().waitFor();
    return made;
  }

  /** Opens the form of an operation, if it is not open yet. */
  async function form(operationId: string, shown = page): Promise<Locator> {
    const block = shown.locator('.opblock', { has: shown.getByText(operationId, { exact: true }) });
    if (!(await block.locator('.mm-try').isVisible())) await block.locator('.opblock-summary-control').click();
    const details = block.locator('.mm-try');
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
    return details;
  }

  const status = (place: Locator | Page) => place.locator('.mm-status').first();
  const bodyOf = (place: Locator) => place.getByLabel('Body');
  const shows = (place: Locator | Page, text: string | RegExp) =>
    expect.poll(() => status(place).innerText()).toMatch(text);

  async function useRootFile(): Promise<void> {
    await page.getByLabel('Key file').setInputFiles(rootFile);
    await shows(page.locator('.mm-key'), 'The key is ready.');
  }

  async function execute(place: Locator): Promise<{ status: string; answer: string }> {
    await place.getByRole('button', { name: 'Execute' }).click();
    await shows(place, /^Answered: /);
    return { status: await status(place).innerText(), answer: await place.getByLabel('The answer').innerText() };
  }

  test('default: a query with the key of root.json', async () => {
    await useRootFile();
    const whoami = await form('whoami');
    expect(JSON.parse(await bodyOf(whoami).inputValue())).toEqual({ organizationId: root.organizationId });
    const { status: answered, answer } = await execute(whoami);
    expect(answered).toBe('Answered: 200 OK');
    expect(JSON.parse(answer)).toMatchObject({ organizationId: root.organizationId, username: 'Root' });
    expect(sent.map((request) => request.url())).toEqual([`${address}/public/v1/query/whoami`]);
    expect(await sent[0]?.headerValue('X-Stamp')).toMatch(/^[\w-]+$/);
  });

  test('behavior: sends the bytes in the field, with the current time, and shows markup in the answer as text', async () => {
    await useRootFile();
    const create = await form('createUserTag');
    const name = `<img src=x onerror="document.title='changed'"> it's "Zoë" 🔑 \\ $HOME \`date\``;
    const text = `{ "parameters" : {"userIds":[], "userTagName": ${JSON.stringify(name)}},\n\t"organizationId":"${root.organizationId}", "timestampMs": "1",\n"type":"ACTIVITY_TYPE_CREATE_USER_TAG"}`;
    await bodyOf(create).fill(text);
    const first = await execute(create);
    expect(first.status).toBe('Answered: 200 OK');
    const written = await bodyOf(create).inputValue();
    expect(written.replace(/"timestampMs": "\d{13}"/, '"timestampMs": "1"')).toBe(text);
    expect(sent[0]?.postDataBuffer()?.toString()).toBe(written);
    expect(JSON.parse(first.answer).activity.intent.createUserTagIntent.userTagName).toBe(name);
    expect(await page.locator('.mm-try img').count()).toBe(0);
    expect(await page.title()).toBe('Mintmark API');

    await bodyOf(create).fill(written.replace("it's", 'another'));
    await execute(create);
    const times = sent.map((request) => request.postDataJSON().timestampMs as string);
    expect(times[1]).not.toBe(times[0]);
  });

  test('behavior: without a key it says so and sends nothing', async () => {
    const whoami = await form('whoami');
    for (const name of ['Execute', 'Show request']) {
      await whoami.getByRole('button', { name }).click();
      await shows(whoami, 'There is no key to stamp the request with: enter one in the section Key.');
      await expect.poll(() => whoami.getByLabel('The answer').isVisible()).toBe(false);
    }
    expect(sent).toEqual([]);
  });

  test('behavior: a body that is not JSON is not sent', async () => {
    await useRootFile();
    const create = await form('createUserTag');
    await bodyOf(create).fill('{');
    await create.getByRole('button', { name: 'Execute' }).click();
    await shows(create, 'The body is not a JSON object');
    expect(sent).toEqual([]);
  });

  test('behavior: a sign-up operation needs the configuration instead of a key, and sends no stamp', async () => {
    const account = await form('account');
    await account.getByRole('button', { name: 'Execute' }).click();
    await shows(account, 'Enter the ID of an auth-proxy configuration');
    await account.getByLabel('Auth-proxy configuration ID').fill(root.authProxyConfigId);
    expect((await execute(account)).status).toBe('Answered: 200 OK');
    const headers = await sent[0]?.allHeaders();
    expect(headers?.['x-auth-proxy-config-id']).toBe(root.authProxyConfigId);
    expect(Object.keys(headers ?? {}).filter((name) => name.startsWith('x-stamp'))).toEqual([]);
  });

  test('behavior: a key pair that is pasted is used immediately, for the organization that is entered', async () => {
    const { apiPublicKey, apiPrivateKey, organizationId } = root;
    await page.evaluate(`navigator.clipboard.writeText('${apiPublicKey}\\n${apiPrivateKey}')`);
    await page.getByLabel('API key').focus();
    await page.keyboard.press('ControlOrMeta+V');
    await shows(page.locator('.mm-key'), 'The key is ready. Enter its organization ID.');
    await page.evaluate(`navigator.clipboard.writeText('')`);
    const whoami = await form('whoami');
    await whoami.getByRole('button', { name: 'Execute' }).click();
    await shows(whoami, 'Enter the organization ID of the key');
    expect(sent).toEqual([]);
    await page.getByLabel('Organization ID').pressSequentially(organizationId);
    expect(JSON.parse(await bodyOf(whoami).inputValue())).toEqual({ organizationId });
    expect((await execute(whoami)).status).toBe('Answered: 200 OK');
  });

  test('behavior: a file that is dropped, a key that is typed, and a text that is not a key', async () => {
    const key = importApiKey({ publicKey: root.apiPublicKey, privateKey: root.apiPrivateKey }, 'p256');
    const transfer = await page.evaluateHandle((text) => {
      const made = new DataTransfer();
      made.items.add(new File([text], 'key.pem'));
      return made;
    }, exportPem(key));
    await page.locator('.mm-key').dispatchEvent('drop', { dataTransfer: transfer });
    await shows(page.locator('.mm-key'), 'The key is ready.');
    expect(await page.locator('.mm-key code').innerText()).toBe(root.apiPublicKey);
    await page.getByRole('button', { name: 'Forget key' }).click();

    await page.getByLabel('API key').fill('not a key');
    await page.getByRole('button', { name: 'Use key' }).click();
    await shows(page.locator('.mm-key'), 'Enter the content of root.json');
    await page.getByLabel('API key').fill(root.apiPrivateKey);
    await page.getByRole('button', { name: 'Use key' }).click();
    await shows(page.locator('.mm-key'), 'The key is ready.');
    expect(await page.getByLabel('API key').inputValue()).toBe('');
  });

  test('behavior: Show request stamps without sending, and each language is copied as it is shown', async () => {
    await useRootFile();
    const whoami = await form('whoami');
    await whoami.getByRole('button', { name: 'Show request' }).click();
    await shows(whoami, 'Nothing was sent.');
    for (const language of ['curl', 'TypeScript', 'Python', 'Go']) {
      await whoami.getByText(language, { exact: true }).click();
      const shown = await whoami.getByLabel(`The request in ${language}`).locator('code').textContent();
      expect(shown).toContain(root.organizationId);
      expect(shown).not.toContain(root.apiPrivateKey);
      expect(shown?.includes('X-Stamp: ')).toBe(language === 'curl');
      await whoami.getByRole('button', { name: `Copy ${language}` }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(shown);
    }
    expect(sent).toEqual([]);
  });

  test('behavior: the key is nowhere but in memory, and is gone after Forget key and after a reload', async () => {
    await useRootFile();
    const whoami = await form('whoami');
    await execute(whoami);
    const places = `(async () => JSON.stringify([
      document.documentElement.outerHTML, [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
      { ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href,
      await indexedDB.databases(), await caches.keys(),
    ]))()`;
    const found = String(await page.evaluate(places));
    expect(found).toContain(root.apiPublicKey);
    expect(found.toLowerCase()).not.toContain(root.apiPrivateKey);
    for (const request of sent) {
      const all = [request.url(), request.postData(), JSON.stringify(await request.allHeaders())].join();
      expect(all.toLowerCase()).not.toContain(root.apiPrivateKey);
    }

    await page.getByRole('button', { name: 'Forget key' }).click();
    expect(await whoami.locator('.mm-snippets').isVisible()).toBe(false);
    expect(await bodyOf(whoami).inputValue()).not.toContain(root.organizationId);
    expect(await whoami.locator('.mm-snippets code').textContent()).toBe('');

    await useRootFile();
    await page.reload();
    await page.locator('.opblock').first().waitFor();
    expect(await page.getByRole('button', { name: 'Forget key' }).isVisible()).toBe(false);
  });

  test('behavior: everything works with the keyboard', async () => {
    await useRootFile();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Forget key');
    const whoami = await form('whoami');
    await whoami.locator('summary').focus();
    await page.keyboard.press('Tab');
    expect(await bodyOf(whoami).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shows(whoami, 'Answered: 200 OK');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Execute');
    for (const _ of ['Show request', 'the answer', 'the language']) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await whoami.getByRole('radio', { checked: true }).getAttribute('id')).toBe('mm-whoami-language-1');
    expect(await whoami.getByLabel('The request in TypeScript').isVisible()).toBe(true);
  });

  test.each(['light', 'dark'] as const)(
    'behavior: accessible and not wider than 360 pixels, %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(axeCore.source);
      const violations = () =>
        page.evaluate(`axe.run({ include: [['.mm-key'], ['.mm-try[open]']] }).then(({ violations, passes }) => [
        passes.length > 10, ...violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
      ])`);
      await page.getByLabel('API key').fill('not a key');
      await page.getByRole('button', { name: 'Use key' }).click();
      await (await form('whoami')).getByRole('button', { name: 'Execute' }).click();
      expect(await violations()).toEqual([true]);
      await page.getByLabel('API key').fill('');
      await useRootFile();
      await execute(await form('whoami'));
      expect(await violations()).toEqual([true]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    },
  );

  test('behavior: a passkey of this site', async () => {
    const own = await newContext();
    const localhost = address.replace('127.0.0.1', 'localhost');
    const shown = await own.newPage();
    const cdp = await own.newCDPSession(shown);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', { options: virtualAuthenticator });
    await shown.goto(`${localhost}/demo/`);
    await shown.getByLabel('Your name').fill('Ada');
    await shown.keyboard.press('Enter');
    await shown.locator('#signed-in:not([hidden])').waitFor();
    const organizationId = await shown.locator('#organization').innerText();

    await shown.goto(`${localhost}/docs/`);
    await shown.getByRole('button', { name: 'Use a passkey' }).click();
    await shown.getByLabel('Organization ID').fill(organizationId);
    // Leaving the field empties the status below it, and moves what is to be clicked next.
    await shown.keyboard.press('Tab');
    const whoami = await form('whoami', shown);
    const { status: answered, answer } = await execute(whoami);
    expect([answered, JSON.parse(answer).username]).toEqual(['Answered: 200 OK', 'Ada']);
    await whoami.getByText('Python', { exact: true }).click();
    expect(await whoami.getByLabel('The request in Python').textContent()).toContain('X-Stamp-WebAuthn');
    await own.close();
  });

  test('behavior: refuses keys on a page that others on the network could have changed', async () => {
    const own = await newContext();
    await own.addInitScript('Object.defineProperty(window, "isSecureContext", { value: false })');
    const shown = await open(own, `${address}/docs/`);
    expect(await shown.locator('.mm-key').innerText()).toContain('open it over https or on localhost');
    expect(await shown.locator('.mm-key :is(input, textarea, button)').count()).toBe(0);
    await own.close();
  });

  test('behavior: violates no policy, and sends nothing to other origins', () => {
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([address]);
  });
});
