import { activityViolations } from './activity-violations.ts';
import type { ResponseText, Violation } from './exchange.ts';
import { headerRecord } from './header-record.ts';
import { mediaTypeProblem } from './media-type-problem.ts';
import type { Operation } from './operations.ts';
import type { Parsed } from './parse-json.ts';
import { responseDiagnostics } from './prism-diagnostics.ts';
import { toViolation } from './to-violation.ts';

/** The violations in a response. Prism would accept undocumented error statuses. */
export function responseViolations(operation: Operation, response: ResponseText, body: Parsed): Violation[] {
  const { source } = operation;
  const { status } = response;
  const documented = source.responses.find(({ code }) => code === String(status));
  if (!documented) {
    const codes = source.responses.map(({ code }) => code);
    return [violation('status', `must be one of ${codes.join(', ')}, not ${status}`)];
  }
  const { contents = [] } = documented;
  const headers = headerRecord(response.headers);
  const problem = mediaTypeProblem(contents, headers['content-type']);
  // Prism throws if the value is not a media type.
  const checked = { ...headers, 'content-type': contents[0]?.mediaType ?? '' };
  return [
    ...(problem ? [violation('header.content-type', problem)] : []),
    ...('problem' in body
      ? [violation('body', body.problem)]
      : responseDiagnostics(source, { statusCode: status, headers: checked, body: body.value }).map((diagnostic) =>
          toViolation('response', diagnostic),
        )),
    ...('value' in body && status === 200 ? activityViolations(operation, body.value) : []),
  ];
}

function violation(location: string, message: string): Violation {
  return { where: 'response', location, message };
}
