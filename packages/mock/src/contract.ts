import { type OpenApiDocument, document as packagedDocument } from '@mintmark/openapi';
import type { Exchange, Violation } from './exchange.ts';
import { ofType, readOperations } from './operations.ts';
import { type Parsed, parseJson } from './parse-json.ts';
import { bodyViolations, credentialViolations } from './request-violations.ts';
import { responseViolations } from './response-violations.ts';

export type { Exchange, HeaderValues, RequestText, ResponseText, Violation } from './exchange.ts';

export interface Contract {
  /** All violations in an exchange; empty if it conforms to the contract. */
  violations(exchange: Exchange): Violation[];
}

/**
 * Reads the contract from the packaged document, or from that of another release, to check exchanges against it. A
 * stamp must be present; only a server can verify it.
 *
 * @example
 * const contract = await createContract();
 * const response = await fetch(origin + path, { method: 'POST', headers, body });
 * const answer = { status: response.status, headers: response.headers, body: await response.text() };
 * expect(contract.violations({ method: 'POST', path, request: { headers, body }, response: answer })).toEqual([]);
 */
export async function createContract(document: OpenApiDocument = packagedDocument): Promise<Contract> {
  const operations = await readOperations(document);
  return {
    violations({ method, path, request, response }) {
      const [pathname = ''] = path.split('?', 1);
      const found = operations.get(pathname);
      if (!found) return [{ where: 'request', location: 'path', message: `${pathname} is not in the contract` }];
      if (found.method !== method.toUpperCase()) {
        return [{ where: 'request', location: 'method', message: `must be ${found.method}, not ${method}` }];
      }
      const sent = request && parseJson(request.body);
      const answered = response && parseJson(response.body);
      // A response has the type of its request.
      const operation = ofType(found, sent ? memberOf(sent, 'type') : memberOf(answered, 'activity', 'type'));
      return [
        ...(sent ? credentialViolations(operation, request.headers) : []),
        ...(sent ? bodyViolations(operation, request.headers, sent) : []),
        ...(answered ? responseViolations(operation, response, answered) : []),
      ];
    },
  };
}

function memberOf(parsed: Parsed | undefined, ...names: readonly string[]): unknown {
  const value: unknown = parsed && 'value' in parsed ? parsed.value : undefined;
  return names.reduce((holder, name) => (holder as Record<string, unknown> | null | undefined)?.[name], value);
}
