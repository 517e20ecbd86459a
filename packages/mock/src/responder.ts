import type { OpenApiDocument } from '@mintmark/openapi';
import {
  type ActivityBody,
  activityId,
  fingerprint,
  getActivityId,
  knownActivities,
  withMembers,
} from './activities.ts';
import type { Answer } from './answer.ts';
import { type Choice, chooseAnswer } from './choose-answer.ts';
import type { ErrorAnswers } from './error-answer.ts';
import type { Violation } from './exchange.ts';
import { type Operation, readOperations } from './operations.ts';
import { prismAnswer } from './prism-answer.ts';
import { bodyViolations, credentialViolations } from './request-violations.ts';

export interface Responder {
  /** The operation of a path, or why there is none. */
  find(method: string, path: string): Operation | { readonly refusal: Answer };
  /** The answer to a request with these headers, by lower-case name, and these bytes as its body. */
  answer(operation: Operation, headers: Readonly<Record<string, string>>, bytes: Uint8Array): Promise<Answer>;
}

/** The members of a request that come back in its answer. */
interface Sent {
  readonly bytes: Uint8Array;
  readonly organizationId: string;
  readonly activityId: string;
  readonly parameters: unknown;
}

/** A body can break the contract in a hundred thousand places; nobody reads that many. */
const maxFieldViolations = 50;

/** Answers requests from a document, without a socket. */
export async function createResponder(document: OpenApiDocument, errors: ErrorAnswers): Promise<Responder> {
  const operations = await readOperations(document);
  const activities = knownActivities(operations.values());

  return {
    find(method, path) {
      const operation = operations.get(path);
      if (!operation) return { refusal: errors('ROUTE_NOT_FOUND', { message: `no such path: ${path}` }) };
      if (operation.method === method) return operation;
      const message = `${path} answers ${operation.method}, not ${method}`;
      return { refusal: errors('ROUTE_NOT_FOUND', { status: 405, headers: { Allow: operation.method }, message }) };
    },

    async answer(operation, headers, bytes) {
      const [unauthenticated = ''] = operation.examples.get(401) ?? [];
      if (credentialViolations(operation, headers).length > 0) return errors(unauthenticated);
      const body = decode(bytes);
      if (body === undefined) return errors('REQUEST_INVALID', { message: 'the body is not UTF-8' });
      const violations = bodyViolations(operation, { headers, body });
      if (violations.length > 0) return refusal(operation, violations);
      const chosen = chooseAnswer(operation, headers['prefer']);
      if ('problem' in chosen) return errors('REQUEST_INVALID', { message: `Prefer: ${chosen.problem}` });
      const { choice } = chosen;
      const answer = await prismAnswer(operation, choice);
      const isExample = choice.status === 200 && !choice.dynamic;
      return {
        ...answer,
        body: isExample
          ? await personalBody(operation, choice, { bytes, ...JSON.parse(body) }, answer.body)
          : answer.body,
        ...(choice.delayMs !== undefined && { delayMs: choice.delayMs }),
      };
    },
  };

  /** The body of an example with what the request says in its place, where that is known without a memory. */
  async function personalBody(operation: Operation, choice: Choice, sent: Sent, body: unknown): Promise<unknown> {
    const { organizationId } = sent;
    if (operation.intentKey !== undefined) {
      const [usual = ''] = operation.examples.get(choice.status) ?? [];
      return withMembers(body as ActivityBody, {
        id: activityId(operation, choice.later ?? choice.example ?? usual),
        organizationId,
        intent: { [operation.intentKey]: sent.parameters },
        fingerprint: fingerprint(sent.bytes),
      });
    }
    if (operation.id !== getActivityId) return body;
    const known = activities.get(sent.activityId.toLowerCase());
    const found = known ? (await prismAnswer(known.operation, { status: 200, example: known.example })).body : body;
    return withMembers(found as ActivityBody, { id: sent.activityId, organizationId });
  }

  function refusal(operation: Operation, violations: readonly Violation[]): Answer {
    const isDocumented = operation.examples.get(400)?.includes('INVALID_ORGANIZATION_ID');
    if (isDocumented && violations.some(({ location }) => location === 'body.organizationId')) {
      return errors('INVALID_ORGANIZATION_ID');
    }
    const whole = violations.find(({ location }) => !location.startsWith('body.'));
    const message = whole && `the ${whole.location.replace('.', ' ')} ${whole.message}`;
    const fieldViolations = violations
      .filter(({ location }) => location.startsWith('body.'))
      .slice(0, maxFieldViolations)
      .map(({ location, message }) => ({ field: location.slice('body.'.length), description: message }));
    return errors('REQUEST_INVALID', { ...(message !== undefined && { message }), fieldViolations });
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
