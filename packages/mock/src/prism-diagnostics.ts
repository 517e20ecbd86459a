import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpRequest, IHttpResponse } from '@stoplight/prism-http';
// Prism exports its validators nowhere else; its version is pinned.
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import type { PrismOperation, PrismSchema } from './prism-operation.ts';

type Diagnostics = readonly IPrismDiagnostic[];

/** What Prism reports about the body of a request. */
export function requestDiagnostics(source: PrismOperation, body: unknown): Diagnostics {
  const element: IHttpRequest = { method: 'post', url: { path: source.path } };
  const check = (body: unknown) => leftOf(validateInput({ resource: source, element: { ...element, body } }));
  assertCompiles(source.request?.body?.contents?.[0]?.schema, check, `requests of ${source.path}`);
  return check(body);
}

/** What Prism reports about a response with a documented status. */
export function responseDiagnostics(source: PrismOperation, element: IHttpResponse): Diagnostics {
  const check = (body: unknown) => leftOf(validateOutput({ resource: source, element: { ...element, body } }));
  const response = source.responses.find(({ code }) => code === String(element.statusCode));
  assertCompiles(response?.contents?.[0]?.schema, check, `answers ${element.statusCode} of ${source.path}`);
  return check(element.body);
}

const compiled = new WeakSet<object>();

/** Prism accepts any value when it cannot compile a schema. So each schema must first refuse a value that is not an object. */
function assertCompiles(schema: PrismSchema | undefined, check: (body: unknown) => Diagnostics, name: string) {
  if (schema?.type !== 'object' || compiled.has(schema)) return;
  const isRefused = check('no object').some(({ path }) => path?.[0] === 'body');
  if (!isRefused) throw new Error(`the document's schema for ${name} cannot be compiled`);
  compiled.add(schema);
}

function leftOf(result: ReturnType<typeof validateInput | typeof validateOutput>): Diagnostics {
  return result._tag === 'Left' ? result.left : [];
}
