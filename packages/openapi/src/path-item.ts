import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { Unit } from '@mintmark/schema';
import { errorResponses } from './error-responses.ts';
import { responseHeaders } from './headers.ts';
import { requestExample, responseExamples } from './operation-examples.ts';
import { securityOf } from './security.ts';
import { serverOf } from './servers.ts';

const json = 'application/json';

const versionHistory = (unit: Unit) =>
  unit.kind === 'activity' && {
    'x-activity-versions': [
      { type: unit.type, intentKey: unit.intentKey, resultKey: unit.resultKey, status: 'current' },
      ...unit.superseded.map(({ type, intentKey, resultKey, change, upgrade, example }) => ({
        type,
        intentKey,
        resultKey,
        status: 'superseded',
        upgrade: typeof upgrade === 'function' ? 'automatic' : 'by the server',
        change,
        example,
      })),
    ],
    'x-policy': unit.policy,
  };

/** The path of one unit: its words, bodies, examples, documented errors, security and version history. */
export const pathItem = (unit: Unit): RouteConfig => ({
  method: 'post',
  path: unit.path,
  operationId: unit.method,
  tags: [unit.tag],
  summary: unit.summary,
  description: unit.description,
  ...serverOf(unit),
  security: securityOf(unit),
  ...versionHistory(unit),
  request: {
    body: {
      required: true,
      content: { [json]: { schema: unit.request, examples: { request: { value: requestExample(unit) } } } },
    },
  },
  responses: {
    200: {
      description: 'The request was taken.',
      headers: responseHeaders(200),
      content: { [json]: { schema: unit.response, examples: responseExamples(unit) } },
    },
    ...errorResponses(unit),
  },
});
