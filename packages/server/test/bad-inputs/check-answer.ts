import { readFileSync } from 'node:fs';
import { ApiError } from '@mintmark/schema';
import type { Answer } from '../exchange.ts';
import type { Operation } from '../requests/operations.ts';
import { canary } from './hostile-values.ts';

const document = JSON.parse(readFileSync(new URL('../../../openapi/v1/openapi.json', import.meta.url), 'utf8'));

/** The errors that the document lists for a status of an operation. */
function documented(path: string, status: number): string[] {
  const response = document.paths[path].post.responses[status] ?? {};
  const name = response.$ref?.split('/').at(-1);
  const { content } = name === undefined ? response : document.components.responses[name];
  return Object.keys(content?.['application/json'].examples ?? {});
}

/** Words that reveal internals. */
const inside =
  /\bat (?:async )?(?:\S+ \()?\S+:\d+:\d+|node:internal|node_modules|\.ts\b|PostgresError|syntax error|byte sequence/;

/** Checks what holds for every answer, whatever was sent, and returns the code of the error. */
export function checkAnswer({ unit, response }: Operation, { status, headers, body }: Answer): string | undefined {
  const hold = (truth: boolean, problem: string) => {
    if (!truth) throw new Error(`${problem}: ${status} ${body.slice(0, 500)}`);
  };
  hold(headers['Content-Type'] === 'application/json', 'the wrong content type');
  const json = JSON.parse(body);
  if (status === 200) {
    hold(response.safeParse(json).success, 'an answer that does not match the contract');
    return undefined;
  }
  hold(ApiError.strict().safeParse(json).success, 'an error that does not match the contract');
  const [{ errorCode = '' }] = json.details;
  hold(status < 500 || errorCode === 'UNIMPLEMENTED', 'an internal error');
  hold(documented(unit.path, status).includes(errorCode), 'an error that the document does not list');
  hold(!body.includes(canary), 'a value that was sent');
  hold(!inside.test(body), 'something internal');
  return errorCode;
}
