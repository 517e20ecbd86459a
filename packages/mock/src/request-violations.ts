import type { HeaderValues, RequestText, Violation } from './exchange.ts';
import { headerRecord } from './header-record.ts';
import { isMediaTypeOf } from './media-type.ts';
import type { Operation } from './operations.ts';
import { parseJson } from './parse-json.ts';
import { requestDiagnostics } from './prism-diagnostics.ts';
import { toViolation } from './to-violation.ts';

/** Whether a request says who sends it, in one way and no more. Prism alone would let several pass. */
export function credentialViolations({ credentialHeaders }: Operation, headers: HeaderValues): Violation[] {
  const record = headerRecord(headers);
  const given = credentialHeaders.filter((name) => record[name.toLowerCase()]);
  if (credentialHeaders.length === 0 || given.length === 1) return [];
  const message = `exactly one of ${credentialHeaders.join(', ')} is needed, ${given.length} came`;
  return [violation('header', message)];
}

/** What is wrong with the body of a request, and with what its header says of it. */
export function bodyViolations({ source }: Operation, { headers, body }: RequestText): Violation[] {
  const contents = source.request?.body?.contents ?? [];
  const given = headerRecord(headers)['content-type'];
  const parsed = parseJson(body);
  return [
    // A request need not say what its body is: there is only one thing that it can be.
    ...(given === undefined || isMediaTypeOf(contents, given)
      ? []
      : [violation('header.content-type', `must be ${contents.map(({ mediaType }) => mediaType).join(' or ')}`)]),
    ...('problem' in parsed
      ? [violation('body', parsed.problem)]
      : requestDiagnostics(source, parsed.value).map((diagnostic) => toViolation('request', diagnostic))),
  ];
}

function violation(location: string, message: string): Violation {
  return { where: 'request', location, message };
}
