import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { documentPath } from '@mintmark/openapi';
import { docsHeaders } from '@mintmark/openapi/docs-page';
import { writeDocs } from '@mintmark/openapi/write-docs';
import { inFull } from '@mintmark/testing/effort';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partOfDocument } from './part-of-document.ts';
import { type HostedFile, type StaticHost, startStaticHost } from './runtimes/static-host.ts';
import { launchTestBrowser } from './runtimes/test-browser.ts';

interface Operation {
  operationId: string;
  tags: [string];
  description: string;
  requestBody: { content: { 'application/json': { examples: { request: { value: unknown } } } } };
}

interface OpenPage {
  page: Page;
  requests: string[];
  complaints: string[];
}

const executablePath = findTestBrowser('the docs page in a real browser');
const isWhole = inFull('all operations on the docs page, but for their list');

describe.skipIf(!executablePath)('docs page', () => {
  const document = JSON.parse(readFileSync(documentPath, 'utf8'));
  const paths: Record<string, { post: Operation }> = document.paths;
  const operations = Object.values(paths).map(({ post }) => post);
  const [first, second, third] = operations as [Operation, Operation, Operation];
  const last = operations.at(-1) as Operation;
  let directory: string;
  let browser: Browser;
  let wholeHost: StaticHost;
  /** The page with the operations that the tests open. */
  let host: StaticHost;
  let bareHost: StaticHost;
  let shared: OpenPage;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'mintmark-docs-'));
    const docs = join(directory, 'docs');
    writeDocs(documentPath, docs);
    wholeHost = await serve(docs, '/docs/', docsHeaders);
    const opened = [first, second, third, last].map(({ operationId }) => operationId);
    if (!isWhole) writeFileSync(join(docs, 'openapi.json'), JSON.stringify(partOfDocument(document, opened)));
    host = await serve(docs, '/docs/', docsHeaders);
    bareHost = await serve(docs, '/', {});
    browser = await launchTestBrowser(executablePath ?? '');
    shared = await open(browser, `${host.origin}/docs/`);
  });

  afterAll(async () => {
    await browser?.close();
    await wholeHost?.[Symbol.asyncDispose]();
    await host?.[Symbol.asyncDispose]();
    await bareHost?.[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  test('default', async () => {
    const { page } = await open(browser, `${wholeHost.origin}/docs/`);
    expect(await page.title()).toBe('Mintmark API');
    expect((await page.locator('.opblock-summary-path').allTextContents()).sort()).toEqual(Object.keys(paths).sort());
    expect((await page.locator('.opblock-summary-operation-id').allTextContents()).sort()).toEqual(
      operations.map(({ operationId }) => operationId).sort(),
    );
    expect(await page.locator('.errors').allTextContents()).toEqual([]);
    await page.close();
  });

  test('behavior: an operation expands to show its description and its example', async () => {
    const block = await unfold(shared.page, first);
    expect(words(await block.locator('.opblock-description').innerText())).toEqual(words(first.description));
    expect(JSON.parse(await block.locator('.opblock-section-request-body pre').innerText())).toEqual(
      first.requestBody.content['application/json'].examples.request.value,
    );
  });

  test('behavior: has only its own controls for keys and requests, and sends to its own origin', async () => {
    const { page } = shared;
    const block = await unfold(page, second);
    const labels = await page.locator('button').allTextContents();
    expect([...new Set(labels.filter((label) => /try it|execute|authorize/i.test(label)))]).toEqual(['Execute']);
    expect(await page.locator('.scheme-container dt').allTextContents()).toContain(host.origin);
    await block.locator('summary').click();
    expect(await block.locator('.mm-try').innerText()).toContain(`Goes to ${host.origin}/`);
  });

  test('behavior: makes no requests to other origins, and does not violate its content security policy', async () => {
    const { page, requests, complaints } = shared;
    const block = await unfold(page, third);
    for (const tab of await block.locator('.tablinks[data-name=model]').all()) await tab.click();
    await page.locator('.models-control').click();
    await page.locator('.operation-filter-input').fill('no such tag');
    await page.locator('.opblock').first().waitFor({ state: 'detached' });
    await page.locator('.operation-filter-input').fill('');
    await page.locator('.opblock').first().waitFor();
    await page.waitForLoadState('networkidle');

    expect(complaints).toEqual([]);
    expect(requests).toContain(`${host.origin}/docs/openapi.json`);
    expect([...new Set(requests.map((url) => new URL(url).origin))]).toEqual([host.origin]);
  });

  test('behavior: a link opens its operation', async () => {
    const { operationId, tags } = last;
    const { page } = await open(browser, `${host.origin}/docs/#/${encodeURIComponent(tags[0])}/${operationId}`);
    await page.locator('.opblock.is-open .responses-table').waitFor();
    expect(await page.locator('.opblock.is-open .opblock-summary-operation-id').allTextContents()).toEqual([
      operationId,
    ]);
  });

  test('behavior: works at any path, and sets its own policy if the host sends none', async () => {
    const { page, complaints } = await open(browser, `${bareHost.origin}/`);
    expect(complaints).toEqual([]);
    await page.evaluate(`fetch('${host.origin}/docs/openapi.json', { mode: 'no-cors' }).catch(() => {})`);
    await page.evaluate(`try { document.body.innerHTML = '<b>'; } catch {}`);
    await page.evaluate(`document.body.append(Object.assign(new Image(), { src: '${host.origin}/docs/favicon.svg' }))`);
    await expect
      .poll(() => complaints.filter((complaint) => complaint.includes('violation of')))
      .toEqual([
        'error violation of connect-src',
        'error violation of require-trusted-types-for',
        'error violation of img-src',
      ]);
  });

  test.each([
    ['by the header', () => `${host.origin}/docs/`, /frame-ancestors 'none'/],
    ['by the page, if the host sends no header', () => `${bareHost.origin}/`, /does not work inside the frame/],
  ])('behavior: framing is refused %s', async (_, address, refusal) => {
    const page = await browser.newPage();
    // A page of the browser about the refusal has no text in a headless shell, but each browser says the reason on its console.
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.setContent(`<iframe src="${address()}"></iframe>`);
    const frame = page.frameLocator('iframe').locator('body');
    await expect.poll(async () => [...complaints, await frame.innerText()].join('\n')).toMatch(refusal);
    expect(await frame.locator('#docs').count()).toBe(0);
    await page.close();
  });
});

/** Opens the page in a fresh profile, and records its requests and the browser's messages. */
async function open(browser: Browser, url: string): Promise<OpenPage> {
  const page = await browser.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('requestfailed', (request) => complaints.push(`failed ${request.url()}`));
  page.on('pageerror', (error) => complaints.push(`thrown ${error.message}`));
  page.on('console', (message) => complaints.push(`${message.type()} ${message.text()}`));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    console.error('violation of', event.effectiveDirective);
  })`);
  await page.goto(url);
  await page.locator('.opblock').first().waitFor();
  return { page, requests, complaints };
}

async function unfold(page: Page, { operationId }: Operation): Promise<Locator> {
  const block = page.locator('.opblock', { has: page.getByText(operationId, { exact: true }) });
  expect(await block.locator('.opblock-body').count()).toBe(0);
  await block.locator('.opblock-summary-control').click();
  await block.locator('.responses-table').waitFor();
  return block;
}

/** Serves the files of a flat directory below a path. */
function serve(directory: string, path: string, headers: Record<string, string>): Promise<StaticHost> {
  const contentTypes: Record<string, string> = {
    '.css': 'text/css',
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
  };
  const files = new Map<string, HostedFile>();
  for (const name of readdirSync(directory)) {
    const contentType = contentTypes[extname(name)] ?? 'text/plain';
    files.set(path + name, { contentType, body: readFileSync(join(directory, name)) });
  }
  files.set(path, { contentType: 'text/html', body: readFileSync(join(directory, 'index.html')) });
  return startStaticHost(files, headers);
}

/** The words of a text, without markup. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
