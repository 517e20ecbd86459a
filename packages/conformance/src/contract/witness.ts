import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Contract } from '@mintmark/mock/contract';
import type { Verdict } from '@mintmark/stamper';
import {
  createVerifier,
  decodeApiKeyStamp,
  decodeAttestedStamp,
  parsePublicKey,
  type Verifier,
  verifyApiKeyStamp,
  verifyAttestedStamp,
} from '@mintmark/stamper/verify';
import { readSentCode } from '../targets/read-sent-code.ts';
import type { Target } from '../targets/target.ts';

/** A proxy between a client and its target that forwards every byte and checks both sides. */
export interface Witness extends AsyncDisposable {
  readonly origin: string;
  /** The number of exchanges, by path. */
  readonly seen: ReadonlyMap<string, number>;
  /** The number of requests that were forwarded so far. */
  readonly forwarded: number;
  /** The number of exchanges with a stamp that is valid for the received bytes. */
  readonly verified: number;
  /** A line for each violation of the contract and for each invalid stamp. */
  readonly problems: readonly string[];
}

interface Message {
  readonly headers: IncomingHttpHeaders;
  /** The same headers, but repeated ones are not joined. */
  readonly distinct: IncomingMessage['headersDistinct'];
  readonly body: Buffer;
}

/** Verifies the stamp of a request over the received bytes; undefined for operations without a stamp. */
export type JudgeStamp = (headers: IncomingHttpHeaders, body: Uint8Array) => Promise<Verdict<object> | undefined>;

/** Where a witness tells the code of the newest mail to the address that follows. Some runtimes can reach nothing else. */
const sentCodePath = '/sent-code/';

/** What a witness does in addition to checking each exchange against the contract. */
export interface WitnessOptions {
  readonly judgeStamp?: JudgeStamp;
  /** Returns a line for each problem of an answer that the contract alone does not exclude. */
  readonly inspect?: (path: string, status: number, asked: string, answered: string) => readonly string[];
  /** Checks only the answers against the contract, because the requests are wrong on purpose. */
  readonly answersOnly?: boolean;
}

/** Verifies X-Stamp with the key that its user registered. */
export const judgeApiKeyStamp =
  (credential: Verifier): JudgeStamp =>
  async ({ 'x-stamp': header }, body) => {
    if (header === undefined) return undefined;
    const decoded = decodeApiKeyStamp(String(header));
    return decoded.ok ? verifyApiKeyStamp({ stamp: decoded.stamp, body, credential }) : decoded;
  };

/** Verifies a stamp with the key that it names. Only the service knows whose key that is. */
export const judgeNamedKey: JudgeStamp = async (headers, body) => {
  if (headers['x-auth-proxy-config-id'] !== undefined) return undefined;
  const { 'x-stamp-attested': attested } = headers;
  if (attested !== undefined) {
    const decoded = decodeAttestedStamp(String(attested));
    return decoded.ok ? verifyAttestedStamp({ stamp: decoded.stamp, body }) : decoded;
  }
  const decoded = decodeApiKeyStamp(String(headers['x-stamp']));
  if (!decoded.ok) return decoded;
  return judgeApiKeyStamp(await createVerifier(parsePublicKey('p256', decoded.stamp.publicKey)))(headers, body);
};

/** Starts a witness in front of a target. If the target has several processes, requests go to them in turn. */
export async function startWitness(
  target: Pick<Target, 'urls'> & Partial<Pick<Target, 'mailDirectories'>>,
  contract: Contract,
  { judgeStamp = async () => undefined, inspect = () => [], answersOnly = false }: WitnessOptions = {},
): Promise<Witness> {
  const { urls, mailDirectories = [] } = target;
  const seen = new Map<string, number>();
  const problems: string[] = [];
  let verified = 0;
  let forwarded = 0;

  async function look(method: string, path: string, asked: Message, status: number, answered: Message): Promise<void> {
    seen.set(path, (seen.get(path) ?? 0) + 1);
    const judged = { ...(!answersOnly && { request: asked }), response: answered };
    for (const [where, { body }] of Object.entries(judged))
      if (!isUtf8(body)) problems.push(`${path}: ${where}, body: is not UTF-8`);
    const request = { headers: asked.distinct, body: asked.body.toString() };
    const response = { status, headers: answered.distinct, body: answered.body.toString() };
    const exchange = { method, path, response, ...(!answersOnly && { request }) };
    for (const { where, location, message } of contract.violations(exchange))
      problems.push(`${path}: ${where}, ${location}: ${message}`);
    if (!answered.headers['x-request-id']) problems.push(`${path}: response, header: X-Request-Id is missing`);
    for (const problem of inspect(path, status, request.body, response.body)) problems.push(`${path}: ${problem}`);
    const verdict = await judgeStamp(asked.headers, asked.body);
    if (verdict?.ok) verified++;
    else if (verdict) problems.push(`${path}: invalid stamp for the received bytes: ${verdict.error.message}`);
  }

  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url: path = '' } = incoming;
    try {
      if (path.startsWith(sentCodePath)) {
        const code = await readSentCode({ mailDirectories }, decodeURIComponent(path.slice(sentCodePath.length)));
        outgoing.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end(code);
        return;
      }
      const asked = await read(incoming);
      const url = urls[forwarded++ % urls.length] ?? '';
      const answer = await forward(url, incoming, asked.body);
      const answered = await read(answer);
      const status = answer.statusCode ?? 0;
      // CORS preflight requests are not part of the contract.
      if (method !== 'OPTIONS') await look(method, path, asked, status, answered);
      outgoing.writeHead(status, answer.rawHeaders).end(answered.body);
    } catch (error) {
      problems.push(`${path}: ${error}`);
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    problems,
    get forwarded() {
      return forwarded;
    },
    get verified() {
      return verified;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(message: IncomingMessage): Promise<Message> {
  return { headers: message.headers, distinct: message.headersDistinct, body: await buffer(message) };
}

function forward(target: string, { method, url, rawHeaders }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { ...(method && { method }), headers: rawHeaders };
    sendRequest(new URL(url ?? '', target), options, resolve)
      .on('error', reject)
      .end(body);
  });
}
