import type { ResponseText, Violation } from './exchange.ts';
import { headerRecord } from './header-record.ts';
import { isMediaTypeOf } from './media-type.ts';
import type { Operation } from './operations.ts';
import { parseJson } from './parse-json.ts';
import { responseDiagnostics } from './prism-diagnostics.ts';
import { toViolation } from './to-violation.ts';

/** What is wrong with an answer. Prism alone would let undocumented error statuses pass. */
export function responseViolations({ source }: Operation, response: ResponseText): Violation[] {
  const documented = source.responses.find(({ code }) => code === String(response.status));
  if (!documented) {
    const statuses = source.responses.map(({ code }) => code).join(', ');
    return [violation('status', `${response.status} is not documented; ${statuses} are`)];
  }
  const contents = documented.contents ?? [];
  const expected = contents.map(({ mediaType }) => mediaType).join(' or ');
  const headers = headerRecord(response.headers);
  const given = headers['content-type'];
  const parsed = parseJson(response.body);
  return [
    ...(given !== undefined && isMediaTypeOf(contents, given)
      ? []
      : [
          violation(
            'header.content-type',
            `must be ${expected}, ${given === undefined ? 'not absent' : `not ${given}`}`,
          ),
        ]),
    ...('problem' in parsed ? [violation('body', parsed.problem)] : schemaViolations(parsed.value)),
  ];

  function schemaViolations(body: unknown): Violation[] {
    // Prism throws at what is no media type; this header has been checked.
    const checked = { ...headers, 'content-type': contents[0]?.mediaType ?? '' };
    const diagnostics = responseDiagnostics(source, { statusCode: response.status, headers: checked, body });
    return diagnostics.map((diagnostic) => toViolation('response', diagnostic));
  }
}

function violation(location: string, message: string): Violation {
  return { where: 'response', location, message };
}
