import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFrontDoor } from '../http/front-door.ts';
import { fetchOf } from '../http/in-process.ts';
import { answerPage } from '../http/pages.ts';
import { readDemoPages } from './demo-pages.ts';

let directory: string;
let dataDirectory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-demo-'));
  dataDirectory = mkdtempSync(join(tmpdir(), 'mintmark-data-'));
  writeFileSync(join(directory, 'index.html'), '<!doctype html>');
  writeFileSync(join(directory, 'page.js'), 'run();');
});
afterAll(() => {
  for (const folder of [directory, dataDirectory]) rmSync(folder, { recursive: true });
});

const writeRoot = () => writeFileSync(join(dataDirectory, 'root.json'), JSON.stringify(root), { mode: 0o600 });

const root = {
  baseUrl: 'http://127.0.0.1:8080',
  instanceId: 'i',
  organizationId: 'o',
  userId: 'u',
  apiPublicKey: 'p',
  apiPrivateKey: 'the secret',
  authProxyConfigId: 'c',
  keys: { signer: 's', notarizer: 'n', otp: 't', clientSecret: 'e' },
};

function ask(path: string, issuers: readonly { issuer: string; audiences?: readonly string[] }[] = []) {
  const pages = new Map(readDemoPages({ directory: pathToFileURL(`${directory}/`), dataDirectory, issuers }));
  const app = createFrontDoor(
    (request, findings) => answerPage(pages, request, findings),
    () => {},
  );
  return fetchOf(app)(`http://local${path}`, {});
}

test('default: the files, and a policy that allows only this origin', async () => {
  const page = await ask('/demo/');
  expect([page.status, await page.text()]).toEqual([200, '<!doctype html>']);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(await (await ask('/demo/page.js')).text()).toBe('run();');
  const redirect = await ask('/demo');
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/demo/']);
});

test('args: the page may ask the configured issuers, and learns the first client id', async () => {
  const issuers = [
    { issuer: 'https://id.example.com/tenant', audiences: ['app', 'other'] },
    { issuer: 'https://id.example.org' },
  ];
  const { headers } = await ask('/demo/', issuers);
  expect(headers.get('content-security-policy')).toContain(
    "connect-src 'self' https://id.example.com https://id.example.org;",
  );
  writeRoot();
  expect(await (await ask('/demo/config.json', issuers)).json()).toMatchObject({
    oidc: [{ issuer: 'https://id.example.com/tenant', clientId: 'app' }],
  });
});

test('behavior: config.json has only public parts of root.json', async () => {
  writeRoot();
  const answer = await ask('/demo/config.json');
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({ organizationId: 'o', authProxyConfigId: 'c', otpPublicKey: 't', oidc: [] });
  rmSync(join(dataDirectory, 'root.json'));
  expect((await ask('/demo/config.json')).status).toBe(404);
});
