import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock, type Mock } from '@mintmark/mock';
import type { Contract } from '@mintmark/mock/contract';
import { errorBody, examples } from '@mintmark/schema';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { createVerifier, parsePublicKey } from '@mintmark/stamper/verify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKey } from '../targets/api-key.ts';
import { sharedContract } from './shared-contract.ts';
import { type JudgeStamp, judgeApiKeyStamp, startWitness } from './witness.ts';

let mock: Mock;
let contract: Contract;
let judgeStamp: JudgeStamp;
beforeAll(async () => {
  mock = await createMock();
  contract = await sharedContract();
  judgeStamp = judgeApiKeyStamp(await createVerifier(parsePublicKey('p256', apiKey.publicKey)));
});
afterAll(() => mock.close());

const body = JSON.stringify({ organizationId: examples.organizationId });
const stamper = createP256Stamper(apiKey);

const ask = async (
  origin: string,
  sent: string | Buffer<ArrayBuffer> = body,
  stamped = body,
  by = stamper,
  path = '/public/v1/query/whoami',
) => {
  const { name, value } = await by.stamp(stamped);
  const headers = { 'Content-Type': 'application/json', [name]: value };
  return fetch(origin + path, { method: 'POST', headers, body: sent });
};

/** A service that always gives the same answer. */
async function startTarget(
  status: number,
  answer: string | Buffer,
  contentType = 'application/json',
  headers: Record<string, string> = { 'X-Request-Id': examples.activityId },
) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'Content-Type': contentType, ...headers }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void server.close().closeAllConnections(),
  };
}

describe('startWitness', () => {
  test('default: a valid exchange passes unchanged', async () => {
    await using witness = await startWitness({ urls: [mock.url] }, contract, { judgeStamp });
    const [direct, passed] = [await ask(mock.url), await ask(witness.origin)];
    expect(passed.status).toBe(200);
    expect(await passed.json()).toEqual(await direct.json());
    expect(witness.problems).toEqual([]);
    expect([...witness.seen]).toEqual([['/public/v1/query/whoami', 1]]);
    expect(witness.verified).toBe(1);
  });

  test.each([
    ['a member that the contract does not know', JSON.stringify({ ...JSON.parse(body), organisationId: 'x' })],
    ['a member missing', '{}'],
    ['invalid JSON', '{'],
  ])('error: a client that breaks the contract: %s', async (_, sent) => {
    await using witness = await startWitness({ urls: [mock.url] }, contract, { judgeStamp });
    await ask(witness.origin, sent, sent);
    expect(witness.problems).toEqual([expect.stringContaining('request, body')]);
  });

  test('error: a client that calls an unknown operation', async () => {
    await using witness = await startWitness({ urls: [mock.url] }, contract, { judgeStamp });
    await ask(witness.origin, body, body, stamper, '/public/v1/query/whoami_v2');
    expect(witness.problems).toEqual([expect.stringContaining('not in the contract')]);
  });

  test.each([
    ['other bytes than those that were stamped', `${body} `, stamper],
    ['a stamp of another key', body, createP256Stamper(generatePrivateKey('p256').toApiKey())],
  ])('error: %s', async (_, stamped, by) => {
    await using witness = await startWitness({ urls: [mock.url] }, contract, { judgeStamp });
    await ask(witness.origin, body, stamped, by);
    expect(witness.problems).toEqual([expect.stringContaining('invalid stamp for the received bytes')]);
    expect(witness.verified).toBe(0);
  });

  test.each([
    ['a member missing', 200, '{"userId":"x"}', 'application/json'],
    ['a status that is not documented', 418, '{}', 'application/json'],
    ['an error of another shape', 400, '{"error":"no"}', 'application/json'],
    ['another content type', 200, '<p>', 'text/html'],
  ])('error: a service that breaks the contract: %s', async (_, status, answer, contentType) => {
    await using target = await startTarget(status, answer, contentType);
    await using witness = await startWitness({ urls: [target.url] }, contract, { judgeStamp });
    const response = await ask(witness.origin);
    expect([response.status, await response.text()]).toEqual([status, answer]);
    expect(witness.problems).not.toEqual([]);
    for (const problem of witness.problems) expect(problem).toContain('response');
  });

  test('error: a service that does not send a request ID', async () => {
    await using target = await startTarget(501, JSON.stringify(errorBody('UNIMPLEMENTED')), 'application/json', {});
    await using witness = await startWitness({ urls: [target.url] }, contract, { judgeStamp });
    await ask(witness.origin);
    expect(witness.problems).toEqual(['/public/v1/query/whoami: response, header: X-Request-Id is missing']);
  });

  test('args: answersOnly, for requests that are wrong on purpose', async () => {
    await using target = await startTarget(418, '{}');
    await using witness = await startWitness({ urls: [target.url] }, contract, { answersOnly: true });
    await ask(witness.origin, '{');
    expect(witness.problems).toEqual([expect.stringContaining('response, status')]);
  });

  test('args: inspect', async () => {
    const inspect = (...seen: unknown[]) => [seen.slice(0, 3).join()];
    await using target = await startTarget(501, JSON.stringify(errorBody('UNIMPLEMENTED')));
    await using witness = await startWitness({ urls: [target.url] }, contract, { inspect });
    await ask(witness.origin);
    expect(witness.problems).toEqual([`/public/v1/query/whoami: /public/v1/query/whoami,501,${body}`]);
  });

  test('behavior: several processes get requests in turn', async () => {
    await using first = await startTarget(501, '1');
    await using second = await startTarget(501, '2');
    await using witness = await startWitness({ urls: [first.url, second.url] }, contract);
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await (await ask(witness.origin)).text());
    expect(answers).toEqual(['1', '2', '1', '2']);
  });

  test('error: bytes that are not UTF-8', async () => {
    const bytes = Buffer.from(body.replace('}', ',"userName":"\xff"}'), 'latin1');
    await using target = await startTarget(200, bytes);
    await using witness = await startWitness({ urls: [target.url] }, contract, { judgeStamp });
    await ask(witness.origin, bytes);
    expect(witness.problems).toContain('/public/v1/query/whoami: request, body: is not UTF-8');
    expect(witness.problems).toContain('/public/v1/query/whoami: response, body: is not UTF-8');
  });

  test('error: a stamp that is sent twice', async () => {
    await using witness = await startWitness({ urls: [mock.url] }, contract, { judgeStamp });
    const { name, value } = await stamper.stamp(body);
    const { hostname, port } = new URL(witness.origin);
    const options = { hostname, port, path: '/public/v1/query/whoami', method: 'POST' };
    await new Promise((resolve) =>
      request({ ...options, headers: { [name]: [value, value] } }, (answer) => answer.resume().on('end', resolve)).end(
        body,
      ),
    );
    expect(witness.problems).toContainEqual(expect.stringContaining('must have exactly one of'));
  });

  test('error: a service that is not running', async () => {
    await using witness = await startWitness({ urls: ['http://127.0.0.1:1'] }, contract, { judgeStamp });
    await expect(ask(witness.origin)).rejects.toThrow('fetch failed');
    expect(witness.problems).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });
});
