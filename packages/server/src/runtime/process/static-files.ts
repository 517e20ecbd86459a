import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pageHeaders } from '../http/answers.ts';
import type { IncomingRequest, OutgoingAnswer } from '../http/exchange.ts';
import type { Page } from '../http/pages.ts';

/** A path and its page. */
export type Row = readonly [path: string, page: Page];

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml',
};

/** Reads the documents of a directory: all of them, or none if one is missing. */
export const readDocuments = (directory: URL): Row[] =>
  ['openapi.json', 'openapi.yaml', 'openapi-3.0.json'].map((name) => [`/${name}`, filePage(new URL(name, directory))]);

/** Reads a built page, a flat directory, with the headers that it was built with. It is served below a path such as /docs. */
export function readBuiltPage(path: string, directory: URL): Row[] {
  const headers: Record<string, string> = JSON.parse(readFileSync(new URL('headers.json', directory), 'utf8'));
  const files = readdirSync(directory).map(
    (name): Row => [`${path}/${name}`, filePage(new URL(name, directory), headers)],
  );
  return [
    ...files,
    [`${path}/`, filePage(new URL('index.html', directory), headers)],
    [path, redirectPage(`${path}/`)],
  ];
}

/** Leads to another path. */
export function redirectPage(path: string): Page {
  const redirect = { status: 302, headers: { ...pageHeaders, Location: path }, body: '' };
  return { name: 'files', answer: () => redirect };
}

/** Reads a file into memory: requests never touch the disk. It is compressed once, for the first browser that accepts that. */
export function filePage(file: URL, headers: Record<string, string> = {}): Page {
  const answer = {
    status: 200,
    headers: {
      ...pageHeaders,
      ...headers,
      'Content-Type': contentTypes[extname(file.pathname)] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
    },
    body: readFileSync(file),
  };
  let compressed: Promise<OutgoingAnswer> | undefined;
  const compress = async () => ({
    ...answer,
    headers: { ...answer.headers, 'Content-Encoding': 'gzip' },
    body: await gzipped(answer.body),
  });
  return {
    name: 'files',
    answer(request) {
      if (!acceptsGzip(request)) return answer;
      compressed ??= compress();
      return compressed;
    },
  };
}

const gzipped = promisify(gzip);

/** RFC 9110, 12.5.3: a weight of 0 refuses. */
const acceptsGzip = (request: IncomingRequest): boolean =>
  request
    .header('accept-encoding')
    .flatMap((value) => value.split(','))
    .some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
