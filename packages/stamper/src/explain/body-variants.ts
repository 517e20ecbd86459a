import { decodeUtf8, encodeUtf8 } from '../encoding/utf8.ts';
import { StamperError } from '../stamper-error.ts';

/** Rewriting nested JSON takes many times its length. */
const longest = 64 * 1024;
const deepest = 100;

/** Undoes common changes to a body between stamping and verifying, one at a time, and keeps the results that differ. */
export function bodyVariants(body: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const variants = new Map<string, Uint8Array>();
  const text = body.length > longest ? undefined : textOf(body);
  if (text === undefined) return variants;
  const known = new Set([text]);
  for (const [change, changed] of [...textVariants(text), ...jsonVariants(text)]) {
    if (known.has(changed)) continue;
    known.add(changed);
    variants.set(change, encodeUtf8(changed, 'body'));
  }
  return variants;
}

function textVariants(text: string): [change: string, changed: string][] {
  return [
    ['without the byte order mark', text.replace(/^\ufeff/, '')],
    ['with a byte order mark', `\ufeff${text}`],
    ['without the white space around it', text.trim()],
    ['with a line end after it', `${text}\n`],
    ['with LF line ends', text.replaceAll('\r\n', '\n')],
    ['with CRLF line ends', text.replaceAll(/\r?\n/g, '\r\n')],
    ['without any content', ''],
  ];
}

type Write = (value: unknown) => string;

const layouts: readonly (readonly [string, Write])[] = [
  ['without white space', (value) => JSON.stringify(value)],
  ['indented by two', (value) => JSON.stringify(value, null, 2)],
  [
    'with spaces after colons and commas',
    (value) =>
      JSON.stringify(value, null, 1)
        .replaceAll(/\n\s*/g, ' ')
        .replaceAll(/([[{]) | ([\]}])/g, '$1$2'),
  ],
];

/** The JSON as the serializers of several languages would write it. */
function jsonVariants(text: string): [change: string, changed: string][] {
  const json = text.replace(/^\ufeff/, '');
  const value = parse(json);
  if (value === undefined) return [];
  const rewritten = layouts.flatMap(([layout, write]) =>
    [['', value] as const, [' and sorted members', sorted(value)] as const].flatMap(
      ([order, ordered]): [string, string][] => [
        [`as JSON ${layout}${order}`, write(ordered)],
        [`as JSON ${layout}${order}, escaped to ASCII`, escaped(write(ordered))],
      ],
    ),
  );
  return [['without white space between its parts', withoutWhiteSpace(json)], ...rewritten];
}

function withoutWhiteSpace(json: string): string {
  return json.replaceAll(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

function escaped(json: string): string {
  return json.replaceAll(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function textOf(body: Uint8Array): string | undefined {
  try {
    return decodeUtf8(body, 'body');
  } catch (error) {
    if (error instanceof StamperError) return undefined;
    throw error;
  }
}

/** The value of JSON that is nested no more deeply than requests are: rewriting deeper JSON would exhaust the stack. */
function parse(json: string): unknown {
  let depth = 0;
  for (const character of json) {
    if ('{['.includes(character) && ++depth > deepest) return undefined;
    if ('}]'.includes(character)) depth--;
  }
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
