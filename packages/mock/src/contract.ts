import { type OpenApiDocument, document as packagedDocument } from '@mintmark/openapi';
import type { Exchange, Violation } from './exchange.ts';
import { readOperations } from './operations.ts';
import { bodyViolations, credentialViolations } from './request-violations.ts';
import { responseViolations } from './response-violations.ts';

export type { Exchange, HeaderValues, RequestText, ResponseText, Violation } from './exchange.ts';

export interface Contract {
  /** All that is wrong with an exchange: nothing, if it keeps to the contract. */
  violations(exchange: Exchange): Violation[];
}

/**
 * Reads the contract from the packaged document, or from that of another release, to check exchanges against it. A
 * stamp must be there; whether it is right only a server can tell.
 *
 * @example
 * const contract = await createContract();
 * const response = await fetch(origin + path, { method: 'POST', headers, body });
 * const { status, headers: answerHeaders } = response;
 * const answer = { status, headers: answerHeaders, body: await response.text() };
 * expect(contract.violations({ method: 'POST', path, request: { headers, body }, response: answer })).toEqual([]);
 */
export async function createContract(document: OpenApiDocument = packagedDocument): Promise<Contract> {
  const operations = await readOperations(document);
  return {
    violations({ method, path, request, response }) {
      const [pathname = ''] = path.split('?', 1);
      const operation = operations.get(pathname);
      if (!operation) return [{ where: 'request', location: 'path', message: `${pathname} is not in the contract` }];
      if (operation.method !== method.toUpperCase()) {
        return [{ where: 'request', location: 'method', message: `${pathname} takes ${operation.method}` }];
      }
      return [
        ...(request
          ? [...credentialViolations(operation, request.headers), ...bodyViolations(operation, request)]
          : []),
        ...(response ? responseViolations(operation, response) : []),
      ];
    },
  };
}
