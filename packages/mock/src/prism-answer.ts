import { createLogger } from '@stoplight/prism-core';
import { createInstance, type IHttpMockConfig, type IHttpRequest } from '@stoplight/prism-http';
import type { Answer } from './answer.ts';
import type { Choice } from './choose-answer.ts';
import type { Operation } from './operations.ts';

// The request has already been validated.
const config: Omit<IHttpMockConfig, 'mock'> = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
};

const prism = createInstance(
  { ...config, mock: { dynamic: false } },
  { logger: createLogger('mock', { level: 'silent' }) },
);

/** One of the documented responses of an operation, from Prism. */
export async function prismAnswer({ source }: Operation, choice: Choice): Promise<Answer> {
  const { status, example, dynamic = false, seed = source.path } = choice;
  // A new object each time: Prism writes what it finds in a request into its configuration.
  const mock = { code: status, dynamic, seed, ...(example !== undefined && { exampleKey: example }) };
  const request: IHttpRequest = { method: 'post', url: { path: source.path } };
  const result = await prism.request(request, [source], { ...config, mock })();
  if (result._tag === 'Left') throw result.left;
  const { statusCode, headers = {}, body } = result.right.output;
  return { status: statusCode, ...('Retry-After' in headers && { headers: { 'Retry-After': '1' } }), body };
}
