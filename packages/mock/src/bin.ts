#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { parseArgs } from 'node:util';

const help = `Usage: mintmark-mock [options]

Answers every operation of the Mintmark API with the examples of its OpenAPI document.
Stamps must be present but are not verified, and nothing is stored.

  --port PORT   the port to listen on, 4010 by default, 0 for any free port; also PORT in the environment
  --host HOST   127.0.0.1 by default, reachable from this machine only; also HOST in the environment
  --verbose     prints a line for each request, even when the output is not a terminal
  --list        prints the operations with their responses, and the scenarios
  --version     prints the version
  --help        prints this

Requests choose their response with a header, for example
  Prefer: code=429
  Prefer: example=pending
  Prefer: scenario=pending-then-completed`;

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  verbose: { type: 'boolean' },
  list: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

class UsageError extends Error {}

async function run(args: readonly string[]): Promise<void> {
  const values = readArguments(args);
  if (values.help) return console.log(help);
  if (values.version) return console.log(readVersion());
  const port = readPort(values.port ?? (process.env['PORT'] || '4010'));
  const host = values.host ?? (process.env['HOST'] || '127.0.0.1');
  // Prism takes a second to load, so --help should not wait for it.
  const { document } = await import('@mintmark/openapi');
  if (values.list) {
    const { list } = await import('./list.ts');
    return console.log(await list(document));
  }
  const { createMockListener } = await import('./create-mock-listener.ts');
  const { listen } = await import('./listen.ts');
  const listener = await createMockListener();
  const isTalking = values.verbose || process.stderr.isTTY;
  const mock = await listen(isTalking ? withLines(listener) : listener, port, host);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => mock.close());
  console.log(`mintmark mock listening on ${mock.url}`);
  console.log('responses are examples; stamps must be present but are not verified, and nothing is stored');
  const body = '{"organizationId":"6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8"}';
  console.log(`try: curl ${mock.url}/public/v1/query/whoami -H 'X-Stamp: any' --json '${body}'`);
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new UsageError(`the port must be a number from 0 to 65535, not ${text}`);
  return port;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}

/** A listener that also prints a line for each request. The line has no request data: the stamp may be real. */
function withLines(listener: RequestListener): RequestListener {
  return (request, response) => {
    const start = performance.now();
    const [path] = (request.url ?? '').split('?', 1);
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : 'no response';
      console.error(`${request.method} ${path} ${status} ${Math.round(performance.now() - start)} ms`);
    });
    listener(request, response);
  };
}

function fail(message: string, exitCode: number): void {
  process.stderr.write(`mintmark-mock: ${message}\n`);
  process.exitCode = exitCode;
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isTooOld = major < 24 || (major === 24 && minor < 18);

try {
  if (isTooOld) fail(`Node 24.18 or newer is required; this is ${process.version}`, 1);
  else await run(process.argv.slice(2));
} catch (error) {
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
  if (error instanceof UsageError) fail(`${message}\n\n${help}`, 2);
  else if (code === 'EADDRINUSE') fail(`port ${port} is already in use; choose another with --port`, 1);
  else if (code !== undefined) fail(`cannot listen: ${message}`, 1);
  else throw error;
}
