import type { StampedRequest } from '../stamped-request.ts';

/** Linux does not accept a longer argument. */
const longestArgument = 100_000;

/** A word of a POSIX shell. Only a single quote has a meaning between single quotes. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a command for a POSIX shell. It contains the stamp. */
export function buildCurl({ url, body, credential }: StampedRequest): string {
  const isLong = new TextEncoder().encode(body).length > longestArgument;
  // Not --data: it would read the file that a text after @ names. A shell has printf built in, without a limit.
  const [before, data] = isLong
    ? [`printf %s ${quote(body)} | `, '--data-binary @-']
    : ['', `--data-raw ${quote(body)}`];
  return `${before}curl --request POST ${quote(url)} \\
  --header 'Content-Type: application/json' \\
  --header ${quote(`${credential.name}: ${credential.value}`)} \\
  ${data}
`;
}
