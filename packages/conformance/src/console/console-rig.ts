import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Client, createClient } from '@mintmark/client';
import { createP256Stamper } from '@mintmark/stamper';
import { compileCache } from '@mintmark/testing/compile-cache';
import { patientClient } from '@mintmark/testing/patience';
import axeCore from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { launchTestBrowser, virtualAuthenticator } from '../runtimes/test-browser.ts';
import { readRootFile } from '../targets/root-file.ts';

const clone = join(import.meta.dirname, '../../../..');

interface OpenOptions {
  /** Another page of the service than the console. */
  readonly url?: string;
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** The real service with its console, and a browser. */
export interface ConsoleRig extends AsyncDisposable {
  /** Where the console is. */
  readonly url: string;
  readonly rootFile: string;
  readonly organizationId: string;
  readonly mailDirectories: readonly string[];
  /** Makes calls as the root user. */
  readonly client: Client;
  /** What the pages complained about: errors, and words on the browser's console. */
  readonly complaints: string[];
  /** Every origin that a page asked something. */
  readonly origins: ReadonlySet<string>;
  /** Opens the console as a new user with an authenticator. */
  open(options?: OpenOptions): Promise<Page>;
  /** Opens the console, and signs in with the key of the root user. */
  openAsRoot(options?: OpenOptions): Promise<Page>;
  /** Makes the authenticator of a page refuse, as it does for somebody who cancels. */
  refusePasskeys(page: Page, isRefused: boolean): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts the service as `npm start` does, and the browser. */
export async function createConsoleRig(executablePath: string): Promise<ConsoleRig> {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'mintmark-console-'));
  stack.defer(() => rmSync(directory, { recursive: true }));
  let service = await startService(directory, '0');
  stack.defer(() => service.stop());
  const rootFile = join(directory, '.mintmark/root.json');
  const { organizationId, apiKey, mailDirectories } = await readRootFile(rootFile);
  const { url } = service;
  const { origin, port } = new URL(url);
  const browser: Browser = await launchTestBrowser(executablePath);
  stack.defer(() => browser.close());
  const complaints: string[] = [];
  const origins = new Set<string>();
  const authenticators = new WeakMap<Page, (isUserVerified: boolean) => Promise<unknown>>();

  const open: ConsoleRig['open'] = async ({ url: opened = url, width = 1300, scheme = 'light' } = {}) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: virtualAuthenticator });
    authenticators.set(page, (isUserVerified) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    );
    page.on('pageerror', (error) => complaints.push(`thrown ${error.message}`));
    page.on('console', (message) => {
      const { pathname } = new URL(message.location().url || url);
      complaints.push(`${message.type()} ${message.text()} ${pathname}`);
    });
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto(opened);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };

  const owned = stack.move();
  return {
    url,
    rootFile,
    organizationId,
    mailDirectories,
    client: createClient({ baseUrl: origin, stamper: createP256Stamper(apiKey), organizationId, ...patientClient }),
    complaints,
    origins,
    open,
    async openAsRoot(options) {
      const page = await open(options);
      await page.getByLabel('Or choose its file').setInputFiles(rootFile);
      await page.getByRole('heading', { name: 'Activities', level: 1 }).waitFor();
      return page;
    },
    async refusePasskeys(page, isRefused) {
      await authenticators.get(page)?.(!isRefused);
    },
    stop: () => service.stop(),
    async start() {
      service = await startService(directory, port);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function startService(directory: string, port: string) {
  const env = { PATH: process.env['PATH'], PORT: port, MINTMARK_WORKERS: '1', ...compileCache };
  const child = spawn(process.execPath, [join(clone, 'scripts/start.ts')], { cwd: directory, env });
  const stderr = text(child.stderr);
  let greeting = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    greeting += chunk;
    if (/^try .*\n/m.test(greeting)) break;
  }
  const [, url] = /^console +(\S+)$/m.exec(greeting) ?? [];
  if (child.exitCode !== null || url === undefined) throw new Error(`no console: ${greeting}${await stderr}`);
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** A part of what axe-core can check. */
interface AxeScope {
  /** Only the elements that this selector finds. */
  readonly within?: string;
  /** Only the rules with this tag. */
  readonly tag?: string;
}

/** What axe-core finds wrong with a page, one line for each place. */
export async function axeViolations(page: Page, scope: AxeScope = {}): Promise<string[]> {
  // The page's policy forbids scripts of others, and evaluate is not subject to it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  const violations = await page.evaluate(async ({ within = 'html', tag }) => {
    const { axe } = globalThis as unknown as {
      axe: { run(place: string, options: object): Promise<{ violations: AxeViolation[] }> };
    };
    return (await axe.run(within, tag ? { runOnly: tag } : {})).violations;
  }, scope);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
