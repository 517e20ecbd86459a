import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { document } from '@mintmark/openapi';

/** A service that fails in the way that the first path segment names. */
export interface FaultServer extends AsyncDisposable {
  readonly origin: string;
  /** The requests of each fault: the stamp and the body of each attempt. */
  readonly attempts: ReadonlyMap<string, readonly string[]>;
}

/** How one fault responds to a request; `attempt` counts from 1. */
type Fault = (response: ServerResponse, attempt: number, body: string) => void;

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
};

const errorOf = (name: string) => (document.components.examples[name] as { value: object }).value;
const json = (response: ServerResponse, status: number, value: object, headers: Record<string, string> = {}) =>
  response
    .writeHead(status, { ...cors, 'Content-Type': 'application/json', 'X-Request-Id': 'request-1', ...headers })
    .end(JSON.stringify(value));

const activityAnswer = (example: string) => {
  const { post } = document.paths['/public/v1/submit/delete_user_tags'] as never as {
    post: { responses: { 200: { content: { 'application/json': { examples: Record<string, { value: object }> } } } } };
  };
  return post.responses[200].content['application/json'].examples[example]?.value ?? {};
};

const tenMinutes = 10 * 60 * 1000;

/** Starts a faulty service; `elsewhere` is the target of its redirects. */
export async function startFaultServer(elsewhere: string): Promise<FaultServer> {
  const faults: Readonly<Record<string, Fault>> = {
    html: (response) =>
      response.writeHead(200, { ...cors, 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in</title>'),
    'html-503': (response) => response.writeHead(503, { ...cors, 'Content-Type': 'text/html' }).end('<h1>Busy</h1>'),
    'empty-502': (response) => response.writeHead(502, cors).end(),
    cut: (response) => response.destroy(),
    'cut-body': (response) => {
      response.writeHead(200, { ...cors, 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"activity":');
      setTimeout(() => response.destroy(), 50);
    },
    redirect: (response) => response.writeHead(307, { ...cors, Location: elsewhere }).end(),
    limited: (response, attempt) =>
      attempt === 1
        ? json(response, 429, errorOf('RATE_LIMIT_EXCEEDED'), { 'Retry-After': '1' })
        : json(response, 200, activityAnswer('completed')),
    'limited-for-long': (response) => json(response, 429, errorOf('RATE_LIMIT_EXCEEDED'), { 'Retry-After': '3600' }),
    unavailable: (response) => json(response, 503, errorOf('UNAVAILABLE'), { 'Retry-After': '20' }),
    pending: (response) => json(response, 200, activityAnswer('pending')),
    silent: () => {},
    'too-large': (response) => json(response, 413, errorOf('REQUEST_TOO_LARGE')),
    punctual: (response, _, body) =>
      Math.abs(Number(JSON.parse(body).timestampMs) - Date.now()) < tenMinutes / 2
        ? json(response, 200, activityAnswer('completed'))
        : json(response, 400, errorOf('INVALID_TIME')),
  };
  const attempts = new Map<string, string[]>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors).end();
      return;
    }
    const name = request.url?.split('/')[1] ?? '';
    const body = String(await buffer(request));
    const seen = attempts.get(name) ?? [];
    attempts.set(name, [...seen, `${request.headers['x-stamp']} ${body}`]);
    faults[name]?.(response, seen.length + 1, body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attempts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
