import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stamp } from '@mintmark/stamper';
import { encodeUtf8 } from '@mintmark/stamper/encoding';
import {
  createVerifier,
  decodeApiKeyStamp,
  decodeAttestedStamp,
  parsePublicKey,
  verifyApiKeyStamp,
  verifyAttestationBinding,
  verifyAttestedStamp,
} from '@mintmark/stamper/verify';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../bundle.ts';
import { type StaticHost, startStaticHost } from '../runtimes/static-host.ts';
import { launchTestProfile } from '../runtimes/test-browser.ts';

/** The globals that the page defines. */
declare const stamper: typeof import('@mintmark/stamper');
declare function failure(promise: Promise<unknown>): Promise<{ code: string; part: string; message: string }>;
declare function record(name: string): Promise<{ hex: string; publicKey: CryptoKey; privateKey: CryptoKey }>;
declare function keep(name: string, value: unknown): Promise<void>;

const script = `
import * as stamper from '/stamper.js';
const store = (mode) => new Promise((resolve, reject) => {
  const opening = indexedDB.open('mintmark');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const transaction = opening.result.transaction('keys', mode);
    transaction.oncomplete = () => opening.result.close();
    resolve(transaction.objectStore('keys'));
  };
});
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
Object.assign(globalThis, {
  record: async (name) => settled((await store('readonly')).get(name)),
  keep: async (name, value) => settled((await store('readwrite')).put(value, name)),
  failure: (promise) => promise.then(
    () => { throw new Error('it succeeded'); },
    (error) => ({ isTyped: error instanceof stamper.StamperError, code: error.code, part: error.part, message: error.message }),
  ),
  stamper,
});
`;

const body = '{"organizationId":"Zoë"}';
const executablePath = findTestBrowser('the IndexedDB stamper in a real browser');

describe.skipIf(!executablePath)('IndexedDB stamper', () => {
  let folder: string;
  let host: StaticHost;
  let context: BrowserContext;
  let tab: Page;

  const openTab = async () => {
    const page = await context.newPage();
    await page.goto(host.origin);
    await page.waitForFunction('globalThis.stamper');
    return page;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mintmark-profile-'));
    const { code } = await bundle(`export * from '@mintmark/stamper';`, 'browser');
    host = await startStaticHost(
      new Map([
        ['/', { contentType: 'text/html', body: '<!doctype html><script type="module" src="/page.js"></script>' }],
        ['/page.js', { contentType: 'text/javascript', body: script }],
        ['/stamper.js', { contentType: 'text/javascript', body: code }],
      ]),
    );
    context = await launchTestProfile(executablePath ?? '', folder);
    tab = await openTab();
  });

  afterAll(async () => {
    await context?.close();
    await host?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test('default', async () => {
    const key = await tab.evaluate(async (text) => {
      const { publicKey, isNew, stamp } = await stamper.openIndexedDbStamper();
      return { publicKey, isNew, stamp: await stamp(text), again: await stamp(new TextEncoder().encode(text)) };
    }, body);
    expect(key.publicKey).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(key.isNew).toBe(true);
    expect(await verdict(key.publicKey, key.stamp)).toBe('ok');
    expect(await verdict(key.publicKey, key.again)).toBe('ok');
    expect(await verdict(key.publicKey, key.stamp, `${body} `)).toBe('SIGNATURE_INVALID');
  });

  test('behavior: the key makes attested stamps, for a login that a token proves', async () => {
    const { publicKey, nonce, stamp } = await tab.evaluate(async (text) => {
      const signer = await stamper.openIndexedDbStamper({ name: 'attested' });
      const login = stamper.createAttestedStamper({ signer, oidcToken: 'e30.e30.c2ln' });
      const nonce = await stamper.nonceOfKey(signer.publicKey);
      return { publicKey: signer.publicKey, nonce, stamp: await login.stamp(text) };
    }, body);
    expect(stamp.name).toBe('X-Stamp-Attested');
    const decoded = decodeAttestedStamp(stamp.value);
    if (!decoded.ok) throw decoded.error;
    const verdict = await verifyAttestedStamp({ stamp: decoded.stamp, body: encodeUtf8(body, 'body') });
    expect(verdict).toEqual({ ok: true, publicKey });
    expect(await verifyAttestationBinding(decoded.stamp, { nonce })).toEqual({ ok: true, publicKey });
  });

  test('behavior: the key survives a reload and a restart of the browser', async () => {
    const open = (page: Page) =>
      page.evaluate(async (text) => {
        const { publicKey, isNew, stamp } = await stamper.openIndexedDbStamper({ name: 'lasting' });
        return { publicKey, isNew, stamp: await stamp(text) };
      }, body);
    const first = await open(tab);
    await tab.reload();
    await tab.waitForFunction('globalThis.stamper');
    const reloaded = await open(tab);
    await context.close();
    context = await launchTestProfile(executablePath ?? '', folder);
    tab = await openTab();
    const restarted = await open(tab);

    expect(first.isNew).toBe(true);
    for (const later of [reloaded, restarted]) {
      expect(later).toMatchObject({ publicKey: first.publicKey, isNew: false });
      expect(await verdict(first.publicKey, later.stamp)).toBe('ok');
    }
  });

  test('behavior: the private key cannot be read, only used, and is the same in another tab', async () => {
    const { publicKey, refusals } = await tab.evaluate(async () => {
      const { publicKey } = await stamper.openIndexedDbStamper({ name: 'secret' });
      const { privateKey } = await record('secret');
      const exports = (['pkcs8', 'jwk'] as const).map((format) =>
        crypto.subtle.exportKey(format, privateKey).then(
          () => `${format} was exported`,
          ({ name }: Error) => name,
        ),
      );
      return { publicKey, refusals: await Promise.all(exports) };
    });
    expect(refusals).toEqual(['InvalidAccessError', 'InvalidAccessError']);

    const other = await openTab();
    const signature = await other.evaluate(async (text) => {
      const { privateKey } = await record('secret');
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
      return [...new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(text)))];
    }, body);
    const { verify } = await createVerifier(parsePublicKey('p256', publicKey));
    expect(await verify(encodeUtf8(body, 'body'), Uint8Array.from(signature))).toBe(true);
    await other.close();
  });

  test('behavior: tabs that open at the same time get the same key', async () => {
    const tabs = [tab, await openTab(), await openTab()];
    for (let round = 0; round < 10; round++) {
      const open = (page: Page) =>
        page.evaluate(async (name) => {
          const open = () => stamper.openIndexedDbStamper({ name });
          const opened = await Promise.all([open(), open(), open()]);
          return Promise.all(opened.map(async (one) => ({ ...one, stamp: await one.stamp('{}') })));
        }, `race ${round}`);
      const keys = (await Promise.all(tabs.map(open))).flat();
      expect(keys).toHaveLength(9);
      expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
      expect(keys.filter(({ isNew }) => isNew)).toHaveLength(1);
      for (const { publicKey, stamp } of keys) expect(await verdict(publicKey, stamp, '{}')).toBe('ok');
    }
    for (const page of tabs.slice(1)) await page.close();
  });

  test('behavior: one key per name and database', async () => {
    const { keys, one, two } = await tab.evaluate(async () => {
      const locations = [{ database: 'one' }, { database: 'one', name: 'b' }, { database: 'two', name: 'b' }];
      const opened = await Promise.all(locations.map((location) => stamper.openIndexedDbStamper(location)));
      return {
        keys: opened.map(({ publicKey }) => publicKey),
        one: await stamper.listIndexedDbKeys({ database: 'one' }),
        two: await stamper.listIndexedDbKeys({ database: 'two' }),
      };
    });
    expect(new Set(keys).size).toBe(3);
    expect(one).toEqual(['b', 'default']);
    expect(two).toEqual(['b']);
  });

  test('behavior: signs messages for client signatures', async () => {
    const { publicKey, signature } = await tab.evaluate(async (text) => {
      const { publicKey, sign } = await stamper.openIndexedDbStamper({ name: 'client' });
      return { publicKey, signature: [...(await sign(new TextEncoder().encode(text)))] };
    }, body);
    const { verify } = await createVerifier(parsePublicKey('p256', publicKey));
    expect(await verify(encodeUtf8(body, 'message'), Uint8Array.from(signature))).toBe(true);
  });

  test('behavior: moving a key replaces the key under the new name', async () => {
    const seen = await tab.evaluate(async () => {
      const open = (name: string) => stamper.openIndexedDbStamper({ name });
      const [session, next, nextElsewhere] = [await open('session'), await open('next'), await open('next')];
      const before = (await open('session')).publicKey;
      await next.moveTo('session');
      await nextElsewhere.moveTo('session');
      const after = await open('session');
      const names = await stamper.listIndexedDbKeys();
      // The first tab still holds a key that is no longer stored under the name.
      await session.delete();
      const kept = (await open('session')).publicKey;
      const gone = await failure(session.moveTo('elsewhere'));
      await next.delete();
      return {
        keys: { session: session.publicKey, next: next.publicKey },
        ...{ before, after: after.publicKey, isNew: after.isNew, kept, gone },
        names: [
          names.includes('session'),
          names.includes('next'),
          (await stamper.listIndexedDbKeys()).includes('session'),
        ],
        stamp: await after.stamp('{}'),
      };
    });
    expect(seen.keys.session).not.toBe(seen.keys.next);
    expect(seen.before).toBe(seen.keys.session);
    expect(seen).toMatchObject({ after: seen.keys.next, kept: seen.keys.next, isNew: false });
    expect(seen.names).toEqual([true, false, false]);
    expect(seen.gone).toMatchObject({ isTyped: true, code: 'STORAGE_FAILED', part: 'key' });
    expect(await verdict(seen.keys.next, seen.stamp, '{}')).toBe('ok');
  });

  test('behavior: deletes its own key, even after another tab moved it, and no other key', async () => {
    const other = await openTab();
    const open = (page: Page, name: string) =>
      page.evaluateHandle((name) => stamper.openIndexedDbStamper({ name, database: 'moved' }), name);
    const here = await open(tab, 'before');
    const there = await open(other, 'before');
    await there.evaluate((moving) => moving.moveTo('after'));
    const next = await open(other, 'before');
    const names = () => tab.evaluate(() => stamper.listIndexedDbKeys({ database: 'moved' }));
    expect(await names()).toEqual(['after', 'before']);
    await here.evaluate((deleting) => deleting.delete());
    expect(await names()).toEqual(['before']);
    const [kept, publicKey] = [await open(tab, 'before'), await next.evaluate((opened) => opened.publicKey)];
    expect(await kept.evaluate((opened) => opened.publicKey)).toBe(publicKey);
    expect(await kept.evaluate((opened) => opened.isNew)).toBe(false);
    await other.close();
  });

  test('behavior: a deleted key is gone', async () => {
    const seen = await tab.evaluate(async () => {
      const open = () => stamper.openIndexedDbStamper({ name: 'deleted' });
      const first = await open();
      await first.delete();
      const isListed = (await stamper.listIndexedDbKeys()).includes('deleted');
      const refusal = await failure(first.stamp('{}'));
      const second = await open();
      await stamper.deleteIndexedDbKey({ name: 'deleted' });
      const third = await open();
      return { isListed, refusal, keys: [first, second, third].map(({ publicKey, isNew }) => ({ publicKey, isNew })) };
    });
    expect(seen.isListed).toBe(false);
    expect(seen.refusal).toMatchObject({ isTyped: true, code: 'STORAGE_FAILED', part: 'key' });
    expect(seen.keys.map(({ isNew }) => isNew)).toEqual([true, true, true]);
    expect(new Set(seen.keys.map(({ publicKey }) => publicKey)).size).toBe(3);
  });

  test('behavior: writes are flushed to disk before they are reported, and no connection stays open', async () => {
    const seen = await tab.evaluate(async () => {
      const { transaction } = IDBDatabase.prototype;
      const durabilities = new Set<unknown>();
      IDBDatabase.prototype.transaction = function (...args) {
        durabilities.add(args[2]?.durability);
        return transaction.apply(this, args);
      };
      const database = 'short-lived';
      const opened = await stamper.openIndexedDbStamper({ database });
      await opened.moveTo('other');
      IDBDatabase.prototype.transaction = transaction;
      const outcome = await new Promise((resolve) => {
        const deletion = indexedDB.deleteDatabase(database);
        deletion.onblocked = () => resolve('blocked');
        deletion.onsuccess = () => resolve('deleted');
      });
      return { durabilities: [...durabilities], outcome };
    });
    expect(seen).toEqual({ durabilities: ['strict'], outcome: 'deleted' });
  });

  test('error: a damaged record, which is not changed', async () => {
    const outcomes = await tab.evaluate(async () => {
      const generate = (extractable: boolean, namedCurve = 'P-256') =>
        crypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, extractable, ['sign', 'verify']);
      await stamper.openIndexedDbStamper({ name: 'sound' });
      await stamper.openIndexedDbStamper({ name: 'other' });
      const { hex, publicKey, privateKey } = await record('sound');
      const other = await record('other');
      const agreement = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
      const damaged: Record<string, unknown> = {
        null: null,
        text: 'key',
        empty: {},
        'no private key': { hex, publicKey },
        'no public key': { hex, privateKey },
        'keys in each other’s place': { hex, publicKey: privateKey, privateKey: publicKey },
        'a key that can be exported': { hex, publicKey, privateKey: (await generate(true)).privateKey },
        'another curve': { hex, ...(await generate(false, 'P-384')) },
        'a key for agreement': { hex, publicKey, privateKey: agreement.privateKey },
        'the public key of another': { hex: other.hex, publicKey: other.publicKey, privateKey },
        'the hex of another': { hex: other.hex, publicKey, privateKey },
      };
      const codes: Record<string, unknown> = {};
      for (const [what, value] of Object.entries(damaged)) {
        await keep('damaged', value);
        const { code, part } = await failure(stamper.openIndexedDbStamper({ name: 'damaged' }));
        const isKept = JSON.stringify(await record('damaged')) === JSON.stringify(value);
        await stamper.deleteIndexedDbKey({ name: 'damaged' });
        const { isNew } = await stamper.openIndexedDbStamper({ name: 'damaged' });
        codes[what] = { code, part, isKept, isNew };
      }
      return codes;
    });
    const outcome = (code: string) => ({ code, part: 'key', isKept: true, isNew: true });
    expect(outcomes).toEqual({
      null: outcome('MALFORMED'),
      text: outcome('MALFORMED'),
      empty: outcome('MALFORMED'),
      'no private key': outcome('MALFORMED'),
      'no public key': outcome('MALFORMED'),
      'keys in each other’s place': outcome('MALFORMED'),
      'a key that can be exported': outcome('MALFORMED'),
      'another curve': outcome('MALFORMED'),
      'a key for agreement': outcome('MALFORMED'),
      'the public key of another': outcome('KEY_MISMATCH'),
      'the hex of another': outcome('KEY_MISMATCH'),
    });
  });

  test('error: a foreign database, or one of a newer version', async () => {
    const errors = await tab.evaluate(async () => {
      const make = (name: string, version: number) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open(name, version);
          opening.onsuccess = () => {
            opening.result.close();
            resolve();
          };
        });
      await make('foreign', 1);
      await make('newer', 2);
      const open = (database: string) => failure(stamper.openIndexedDbStamper({ database }));
      return [await open('foreign'), await open('newer')];
    });
    expect(errors).toEqual([
      expect.objectContaining({
        isTyped: true,
        code: 'STORAGE_FAILED',
        message: expect.stringMatching(/another kind of database/),
      }),
      expect.objectContaining({
        isTyped: true,
        code: 'STORAGE_FAILED',
        message: expect.stringMatching(/newer version/),
      }),
    ]);
  });

  test('error: a failed write leaves nothing behind', async () => {
    const seen = await tab.evaluate(async () => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...args) {
        const request = put.apply(this, args);
        request.addEventListener('success', () => this.transaction.abort());
        return request;
      };
      const error = await failure(stamper.openIndexedDbStamper({ name: 'unwritten' }));
      IDBObjectStore.prototype.put = put;
      return { error, isListed: (await stamper.listIndexedDbKeys()).includes('unwritten') };
    });
    expect(seen).toMatchObject({ error: { isTyped: true, code: 'STORAGE_FAILED' }, isListed: false });
  });

  test('error: a move that fails halfway changes nothing', async () => {
    const seen = await tab.evaluate(async () => {
      const open = (name: string) => stamper.openIndexedDbStamper({ name });
      const [from, to] = [await open('from'), await open('to')];
      const original = IDBObjectStore.prototype.delete;
      IDBObjectStore.prototype.delete = () => {
        throw new TypeError('not now');
      };
      const error = await failure(from.moveTo('to'));
      IDBObjectStore.prototype.delete = original;
      const isKept = (await open('from')).publicKey === from.publicKey && (await open('to')).publicKey === to.publicKey;
      return { error, isKept };
    });
    expect(seen).toMatchObject({ error: { isTyped: true, code: 'STORAGE_FAILED' }, isKept: true });
  });

  test('error: a page without https', async () => {
    const page = await context.newPage();
    await page.route('http://mintmark.test/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: host.origin + pathname }) });
    });
    await page.goto('http://mintmark.test/');
    await page.waitForFunction('globalThis.stamper');
    const seen = await page.evaluate(async () => ({
      error: await failure(stamper.openIndexedDbStamper()),
      databases: await indexedDB.databases(),
    }));
    expect(seen.error).toMatchObject({ isTyped: true, code: 'CRYPTO_UNAVAILABLE', part: 'crypto.subtle' });
    expect(seen.error.message).toContain('https');
    expect(seen.databases).toEqual([]);
    await page.close();
  });

  test('error: a frame without an origin', async () => {
    const page = await openTab();
    await page.evaluate(() => {
      const frame = Object.assign(document.createElement('iframe'), { src: '/' });
      frame.setAttribute('sandbox', 'allow-scripts');
      document.body.append(frame);
    });
    await expect.poll(() => page.frames().length).toBe(2);
    const frame = page.frames()[1];
    // A frame without an origin may not load modules from its own host, so the code is injected.
    const { code } = await bundle(
      `import { openIndexedDbStamper } from '@mintmark/stamper'; globalThis.open = openIndexedDbStamper;`,
      'browser',
    );
    await frame?.addScriptTag({ content: code, type: 'module' });
    await frame?.waitForFunction('globalThis.open.name !== "open"');
    const error = await frame?.evaluate(`open().catch(({ code, part, message }) => ({ code, part, message }))`);
    expect(error).toMatchObject({ code: 'CRYPTO_UNAVAILABLE', part: 'indexedDB' });
    await page.close();
  });
});

async function verdict(publicKey: string, { name, value }: Stamp, text = body): Promise<string> {
  expect(name).toBe('X-Stamp');
  const decoded = decodeApiKeyStamp(value);
  if (!decoded.ok) return decoded.error.code;
  const verifier = await createVerifier(parsePublicKey('p256', publicKey));
  const verified = await verifyApiKeyStamp({
    stamp: decoded.stamp,
    body: encodeUtf8(text, 'body'),
    credential: verifier,
  });
  return verified.ok ? 'ok' : verified.error.code;
}
