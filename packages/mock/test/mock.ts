import { expect } from 'vitest';
import { createContract } from '../src/contract.ts';
import { createMock } from '../src/index.ts';
import { credential, type Documented, operation } from './documented.ts';

// Test files share a process, and therefore this mock, which keeps no state. It ends with the process.
const [mock, contract] = await Promise.all([createMock(), createContract()]);

export const { url, port } = mock;

interface Options {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends an operation its own example, unless told otherwise, and makes sure that the answer keeps to the contract; also
 * returns what is wrong with the request.
 */
export async function post(to: Documented, { body: sent = to.request, headers: more = {} }: Options = {}) {
  const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
  const headers = { 'Content-Type': 'application/json', ...credential(to), ...more };
  const response = await fetch(url + to.path, { method: 'POST', headers, body });
  const answer = { status: response.status, headers: response.headers, body: await response.text() };
  const violations = contract.violations({
    method: 'POST',
    path: to.path,
    request: { headers, body },
    response: answer,
  });
  expect(violations.filter(({ where }) => where === 'response')).toEqual([]);
  return { ...answer, body: JSON.parse(answer.body), violations };
}

/** Asks what became of an activity. */
export function ask(activityId: string, headers: Options['headers'] = {}) {
  const getActivity = operation('getActivity');
  return post(getActivity, { body: { ...getActivity.request, activityId }, headers });
}

export const prefer = (value: string) => ({ headers: { Prefer: value } });

/** The body of a refusal. */
export const refusal = (message: unknown, fieldViolations?: unknown) => ({
  code: 3,
  message,
  details: [
    { '@type': 'mintmark.v1.ErrorDetail', errorCode: 'REQUEST_INVALID' },
    ...(fieldViolations ? [{ '@type': 'google.rpc.BadRequest', fieldViolations }] : []),
  ],
});
