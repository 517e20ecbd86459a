import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFrontDoor } from '../http/front-door.ts';
import { fetchOf } from '../http/in-process.ts';
import { answerPage, type Pages } from '../http/pages.ts';
import { readBuiltPage, readDocuments } from './static-files.ts';

const openapi = join(import.meta.dirname, '../../../../openapi');
let directory: string;
let pages: Pages;
const urlOf = (name: string) => pathToFileURL(`${join(directory, name)}/`);
const built = (name: string) => readFileSync(join(directory, 'docs', name), 'utf8');

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-files-'));
  const args = [join(openapi, 'src/write-docs.ts'), join(openapi, 'v1/openapi.json'), join(directory, 'docs')];
  execFileSync(process.execPath, args);
  pages = new Map([...readDocuments(pathToFileURL(`${openapi}/v1/`)), ...readBuiltPage('/docs', urlOf('docs'))]);
});
afterAll(() => rmSync(directory, { recursive: true }));

const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetchOf(
    createFrontDoor(
      (request, findings) => answerPage(pages, request, findings),
      () => {},
    ),
  )(`http://local${path}`, {
    method,
    headers,
  });

describe('static files', () => {
  test.each([
    ['/openapi.json', 'application/json', () => readFileSync(join(openapi, 'v1/openapi.json'), 'utf8')],
    ['/openapi.yaml', 'application/yaml', () => readFileSync(join(openapi, 'v1/openapi.yaml'), 'utf8')],
    ['/openapi-3.0.json', 'application/json', () => readFileSync(join(openapi, 'v1/openapi-3.0.json'), 'utf8')],
    ['/docs/', 'text/html; charset=utf-8', () => built('index.html')],
    ['/docs/index.html', 'text/html; charset=utf-8', () => built('index.html')],
    ['/docs/page.js', 'text/javascript; charset=utf-8', () => built('page.js')],
    ['/docs/page.css', 'text/css; charset=utf-8', () => built('page.css')],
    ['/docs/favicon.svg', 'image/svg+xml', () => built('favicon.svg')],
    ['/docs/swagger-ui.LICENSE.txt', 'text/plain; charset=utf-8', () => built('swagger-ui.LICENSE.txt')],
  ])('default: %s', async (path, contentType, content) => {
    const response = await ask(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType]);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe(content());
    expect(await (await ask(path, 'HEAD')).text()).toBe('');
  });

  test('behavior: serves every file of the page, with the headers that it was built with', async () => {
    const headers = Object.entries<string>(JSON.parse(built('headers.json')));
    expect(headers.map(([name]) => name)).toContain('Content-Security-Policy');
    for (const name of readdirSync(join(directory, 'docs'))) {
      const response = await ask(`/docs/${name}`);
      expect(response.status).toBe(200);
      expect(headers.map(([header]) => [header, response.headers.get(header)])).toEqual(headers);
    }
  });

  test.each(['gzip, deflate, br', 'br;q=1.0, GZIP;q=0.5'])('behavior: compressed for %s', async (accepted) => {
    for (let times = 0; times < 2; times++) {
      const response = await ask('/docs/page.js', 'GET', { 'Accept-Encoding': accepted });
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(built('page.js'));
    }
  });

  test.each(['br', 'gzip;q=0', 'gzip;q=0.000, br', 'xgzip', ''])('behavior: as it is for "%s"', async (accepted) => {
    const response = await ask('/docs/page.js', 'GET', { 'Accept-Encoding': accepted });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe(built('page.js'));
  });

  test.each(['/openapi.json', '/'])('behavior: %s is inert', async (path) => {
    const policy = (await ask(path)).headers.get('content-security-policy');
    expect(policy).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test.each(['/docs'])('behavior: %s leads to the docs', async (path) => {
    const { status, headers } = await ask(path);
    expect([status, headers.get('location')]).toEqual([302, '/docs/']);
  });

  test.each(['/docs/nowhere', '/docs//index.html', '/docs/..%2fheaders.json', '/v1/openapi.json'])(
    'error: no file at %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );

  test('error: a directory without the page', () => {
    mkdirSync(join(directory, 'half'));
    writeFileSync(join(directory, 'half/headers.json'), '{}');
    expect(() => readBuiltPage('/docs', urlOf('half'))).toThrow('index.html');
    expect(() => readDocuments(urlOf('half'))).toThrow('openapi.json');
  });
});
