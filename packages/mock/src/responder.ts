import type { OpenApiDocument } from '@mintmark/openapi';
import type { Answer } from './answer.ts';
import { chooseAnswer } from './choose-answer.ts';
import type { ErrorAnswers } from './error-answer.ts';
import type { HeaderValues, Violation } from './exchange.ts';
import { headerRecord } from './header-record.ts';
import { madeBody } from './made-body.ts';
import { type Operation, ofType, readOperations } from './operations.ts';
import { pageOf } from './page-of.ts';
import { parseJson } from './parse-json.ts';
import { createPersonalBody, type Sent } from './personal-body.ts';
import { prismAnswer } from './prism-answer.ts';
import { bodyViolations, credentialViolations } from './request-violations.ts';

export interface Responder {
  /** The operation of a path, or the refusal if there is none. */
  find(method: string, path: string): Operation | { readonly refusal: Answer };
  /** The response to a request with these headers and this body. */
  answer(operation: Operation, headers: HeaderValues, bytes: Uint8Array): Promise<Answer>;
}

/** A body can have a hundred thousand violations: more than anybody reads. */
const maxFieldViolations = 50;

/** More than a valid body of a megabyte holds. Finding a hundred thousand violations would block other requests for seconds. */
const maxValues = 50_000;

/** Answers requests from a document, without a socket. */
export async function createResponder(document: OpenApiDocument, errors: ErrorAnswers): Promise<Responder> {
  const operations = await readOperations(document);
  const personalBody = createPersonalBody(operations.values());
  const catalogue = document['x-error-catalogue'];
  const retryable = new Set(catalogue.filter((error) => error.retryable).map(({ errorCode }) => errorCode));

  return {
    find(method, path) {
      const operation = operations.get(path);
      if (!operation) return { refusal: errors('ROUTE_NOT_FOUND', { message: `no such path: ${path}` }) };
      if (operation.method === method) return operation;
      const message = `${path} accepts ${operation.method}, not ${method}`;
      return { refusal: errors('ROUTE_NOT_FOUND', { status: 405, headers: { Allow: operation.method }, message }) };
    },

    async answer(found, headers, bytes) {
      const [unauthenticated = ''] = found.examples.get(401) ?? [];
      if (credentialViolations(found, headers).length > 0) return errors(unauthenticated);
      const text = decode(bytes);
      if (text === undefined) return errors('REQUEST_INVALID', { message: 'the body is not UTF-8' });
      const parsed = parseJson(text);
      if ('value' in parsed && countValues(parsed.value) > maxValues) {
        return errors('REQUEST_INVALID', {
          message: `the body has more than ${maxValues} values: too many for the mock`,
        });
      }
      const sent = 'value' in parsed ? (parsed.value as Sent | null) : null;
      const operation = ofType(found, sent?.type);
      const violations = bodyViolations(operation, headers, parsed);
      if (!sent || violations.length > 0) return refusal(operation, violations);
      const chosen = chooseAnswer(operation, headerRecord(headers)['prefer']);
      if ('problem' in chosen) return errors('REQUEST_INVALID', { message: `Prefer: ${chosen.problem}` });
      const { choice } = chosen;
      const answer = await prismAnswer(operation, choice);
      if (choice.status !== 200) return isRetryable(answer) ? answer : { status: answer.status, body: answer.body };
      if (choice.dynamic) return { ...answer, body: pageOf(sent, madeBody(operation, answer.body)) };
      const body = await personalBody(operation, choice, sent, bytes, answer.body);
      return { ...answer, body: pageOf(sent, body), ...(choice.delayMs !== undefined && { delayMs: choice.delayMs }) };
    },
  };

  /** The document shows Retry-After per status, but only the retryable errors of that status have it. */
  function isRetryable({ body }: Answer): boolean {
    const { details } = body as { readonly details: readonly { readonly errorCode?: string }[] };
    return details.some(({ errorCode }) => errorCode !== undefined && retryable.has(errorCode));
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

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((count, member) => count + countValues(member), 1);
}

// A byte order mark is kept, so that the JSON parser refuses it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
