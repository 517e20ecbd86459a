import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { Unit } from '@mintmark/schema';
import { errorResponses } from './error-responses.ts';
import { responseHeaders } from './headers.ts';
import { requestExample, responseExamples } from './operation-examples.ts';
import { securityOf } from './security.ts';
import { versionHistory } from './version-history.ts';

const json = 'application/json';

/** The path item of one unit: its texts, bodies, examples, documented errors, security and version history. */
export const pathItem = (unit: Unit): RouteConfig => ({
  method: 'post',
  path: unit.path,
  operationId: unit.method,
  tags: [unit.tag],
  summary: unit.summary,
  description: unit.description,
  security: securityOf(unit),
  ...(unit.kind === 'activity' && { 'x-activity-versions': versionHistory(unit) }),
  ...(unit.kind === 'activity' && 'policy' in unit && { 'x-policy': unit.policy }),
  ...(unit.kind === 'proxy' && unit.repeatable && { 'x-repeatable': true }),
  request: {
    body: {
      required: true,
      content: { [json]: { schema: unit.request, examples: { request: { value: requestExample(unit) } } } },
    },
  },
  responses: {
    200: {
      description: 'The request was accepted.',
      headers: responseHeaders(200),
      content: { [json]: { schema: unit.response, examples: responseExamples(unit) } },
    },
    ...errorResponses(unit),
  },
});
