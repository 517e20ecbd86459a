import type { HeaderValues, Violation } from './exchange.ts';
import { headerLists, headerRecord } from './header-record.ts';
import { mediaTypeProblem } from './media-type-problem.ts';
import type { Operation } from './operations.ts';
import type { Parsed } from './parse-json.ts';
import { requestDiagnostics } from './prism-diagnostics.ts';
import { toViolation } from './to-violation.ts';

/** Checks that a request has exactly one credential. Prism would accept several. */
export function credentialViolations({ credentialHeaders }: Operation, headers: HeaderValues): Violation[] {
  const lists = headerLists(headers);
  const given = credentialHeaders.flatMap((name) => lists.get(name.toLowerCase()) ?? []);
  const count = given.some(Boolean) ? given.length : 0;
  if (credentialHeaders.length === 0 || count === 1) return [];
  return [violation('header', `must have exactly one of ${credentialHeaders.join(', ')}, not ${count}`)];
}

/** The violations in the body and the Content-Type of a request. */
export function bodyViolations({ source }: Operation, headers: HeaderValues, body: Parsed): Violation[] {
  const given = headerRecord(headers)['content-type'];
  // Content-Type may be absent: there is only one media type.
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
