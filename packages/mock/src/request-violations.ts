import type { HeaderValues, Violation } from './exchange.ts';
import { headerLists, headerRecord } from './header-record.ts';
import { mediaTypeProblem } from './media-type-problem.ts';
import type { Operation } from './operations.ts';
import type { Parsed } from './parse-json.ts';
import { requestDiagnostics } from './prism-diagnostics.ts';
import { toViolation } from './to-violation.ts';

/** Whether a request says who sends it, in one way and no more. Prism alone would let several pass. */
export function credentialViolations({ credentialHeaders }: Operation, headers: HeaderValues): Violation[] {
  const lists = headerLists(headers);
  const given = credentialHeaders.flatMap((name) => lists.get(name.toLowerCase()) ?? []);
  const count = given.some(Boolean) ? given.length : 0;
  if (credentialHeaders.length === 0 || count === 1) return [];
  return [violation('header', `must have exactly one of ${credentialHeaders.join(', ')}, not ${count}`)];
}

/** What is wrong with the body of a request, and with what its header says of it. */
export function bodyViolations({ source }: Operation, headers: HeaderValues, body: Parsed): Violation[] {
  const given = headerRecord(headers)['content-type'];
  // A request need not say what its body is: there is only one thing that it can be.
  const problem = given && mediaTypeProblem(source.request?.body?.contents ?? [], given);
  return [
    ...(problem ? [violation('header.content-type', problem)] : []),
    ...('problem' in body
      ? [violation('body', body.problem)]
      : requestDiagnostics(source, body.value).map((diagnostic) => toViolation('request', diagnostic))),
  ];
}

function violation(location: string, message: string): Violation {
  return { where: 'request', location, message };
}
