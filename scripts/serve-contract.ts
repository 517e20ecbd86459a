import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { errorBody } from '@mintmark/schema';
import { root } from './command.ts';
import { firstProgram } from './readme-programs.ts';

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml',
};

const dataHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const host = process.env['HOST'] || '127.0.0.1';
const port = process.env['PORT'] || '8080';
const [directory = join(root, 'packages/openapi')] = process.argv.slice(2);

if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) fail(`PORT must be a whole number from 0 to 65535, not ${port}`);
const answers = readAnswers();

// Mistakes are told before it is loaded, which takes a second.
const { createMockListener } = await import('@mintmark/mock');
const operations = await createMockListener();

const server = createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const known = answers.get(path);
  if (!known) {
    response.setHeaders(new Map(Object.entries(dataHeaders)));
    return operations(request, response);
  }
  const { status, headers, body } = isRead(request) ? known : refusal(path, request);
  response.writeHead(status, { ...headers, 'Content-Length': body.length });
  return response.end(body);
});

server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') fail(`port ${port} of ${host} is already in use; set PORT to another one`);
  fail(`cannot listen on ${host}, port ${port}: ${error.message}`);
});

server.listen(Number(port), host, () => {
  const name = host.includes(':') ? `[${host}]` : host;
  const origin = `http://${name}:${(server.address() as AddressInfo).port}`;
  console.log(`mintmark listening on ${origin}`);
  console.log(`docs      ${origin}/docs/`);
  console.log(`document  ${origin}/openapi.json and .yaml`);
  console.log('answers   are examples: nothing is remembered, and stamps are not verified');
  console.log(`\nTo try it, save this as scripts/try.ts and run node_modules/.bin/node scripts/try.ts\n`);
  process.stdout.write(firstProgram(readFileSync(join(root, 'README.md'), 'utf8'), origin));
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

/** May run twice: a terminal and npm both pass an interrupt on. */
function stop(): void {
  server.close();
  // A client that never finishes its request would hold the process for as long as it likes.
  setTimeout(() => server.closeAllConnections(), 500).unref();
}

function fail(message: string): never {
  console.error(`mintmark: ${message}`);
  process.exit(1);
}

/** Every path that is read, with its bytes: a request only ever looks into this table, never at the disk. */
function readAnswers(): ReadonlyMap<string, Answer> {
  try {
    const docs = join(directory, 'docs');
    const docsHeaders: OutgoingHttpHeaders = JSON.parse(readFileSync(join(docs, 'headers.json'), 'utf8'));
    const toDocs = { status: 302, headers: { ...dataHeaders, Location: '/docs/' }, body: Buffer.alloc(0) };
    return new Map([
      ['/', toDocs],
      ['/docs', toDocs],
      ['/docs/', fileAnswer(join(docs, 'index.html'), docsHeaders)],
      ...readdirSync(docs).map((name) => [`/docs/${name}`, fileAnswer(join(docs, name), docsHeaders)] as const),
      ['/openapi.json', fileAnswer(join(directory, 'v1', 'openapi.json'), dataHeaders)],
      ['/openapi.yaml', fileAnswer(join(directory, 'v1', 'openapi.yaml'), dataHeaders)],
      ['/health', jsonAnswer(200, { status: 'ok' })],
    ]);
  } catch (error) {
    return fail(`the contract and its docs page must be generated first: ${(error as Error).message}`);
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function fileAnswer(path: string, headers: OutgoingHttpHeaders): Answer {
  const contentType = contentTypes[extname(path)] ?? 'application/octet-stream';
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': contentType, 'Cache-Control': 'no-cache' },
    body: readFileSync(path),
  };
}

function jsonAnswer(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Answer {
  return {
    status,
    headers: { ...dataHeaders, ...headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: Buffer.from(JSON.stringify(value)),
  };
}

function refusal(path: string, { method }: IncomingMessage): Answer {
  const message = `${path} answers GET and HEAD, not ${method}`;
  return jsonAnswer(405, errorBody('ROUTE_NOT_FOUND', { message }), { Allow: 'GET, HEAD' });
}
