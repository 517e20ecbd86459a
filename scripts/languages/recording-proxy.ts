import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { apiKeyStampHeader } from '@mintmark/stamper/protocol';
import { createVerifier, decodeApiKeyStamp, parsePublicKey, verifyApiKeyStamp } from '@mintmark/stamper/verify';

interface RecordedRequest {
  readonly path: string;
  readonly body: string;
  /** `valid` if the stamp matches the received bytes, otherwise the reason. */
  readonly stamp: string;
}

export interface RecordingProxy extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
}

export interface RecordingProxyOptions {
  readonly target: string;
  /** The P-256 key that must have stamped the requests. */
  readonly publicKey: string;
  /** How many pages every list has. The mock behind the proxy is stateless and always has one. */
  readonly pages?: number;
}

/** No keep-alive: a connection may be closed just as it is reused, and this proxy never retries. */
const unkept = { Connection: 'close' };

const forwardedHeaders = ['accept', 'content-type', apiKeyStampHeader.toLowerCase()];

/** Starts a proxy that verifies the stamp of each request over its raw bytes, records the request, and forwards it. */
export async function createRecordingProxy({
  target,
  publicKey,
  pages = 1,
}: RecordingProxyOptions): Promise<RecordingProxy> {
  const credential = await createVerifier(parsePublicKey('p256', publicKey));
  const requests: RecordedRequest[] = [];

  const judge = async (value: string | undefined, body: Uint8Array): Promise<string> => {
    const decoded = decodeApiKeyStamp(value ?? '');
    if (!decoded.ok) return decoded.error.message;
    const verdict = await verifyApiKeyStamp({ stamp: decoded.stamp, body, credential });
    return verdict.ok ? 'valid' : verdict.error.message;
  };

  const answer = async ({ method = '', url = '', headers }: IncomingMessage, body: Buffer) => {
    const stamp = headers[apiKeyStampHeader.toLowerCase()];
    requests.push({ path: url, body: body.toString(), stamp: await judge(stamp?.toString(), body) });
    const passed = forwardedHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])] as const] : []));
    const response = await fetch(target + url, {
      method,
      headers: { ...unkept, ...Object.fromEntries(passed) },
      body: new Uint8Array(body),
    });
    const text = await response.text();
    const asked = requests.filter(({ path }) => path === url).length;
    return { status: response.status, text: asked < pages ? withNextPage(text) : text };
  };

  const server = createServer(async (request, response) => {
    try {
      const { status, text } = await answer(request, await buffer(request));
      response.writeHead(status, { ...unkept, 'Content-Type': 'application/json' }).end(text);
    } catch (error) {
      response.writeHead(502).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, [Symbol.asyncDispose]: close };
}

/** Makes a paged answer say that another page follows. */
const withNextPage = (text: string): string =>
  JSON.stringify(JSON.parse(text), (key, value) => (key === 'hasNextPage' ? true : value));
