import { decodeUtf8, encodeUtf8 } from '../encoding/utf8.ts';
import { StamperError } from '../stamper-error.ts';

/** To write nested JSON anew takes many times its length. */
const longest = 64 * 1024;

/** What commonly happens to a body between stamping and verifying, each undone, where that makes another body. */
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
    ['with a line end behind it', `${text}\n`],
    ['with line ends of one character', text.replaceAll('\r\n', '\n')],
    ['with line ends of two characters', text.replaceAll(/\r?\n/g, '\r\n')],
    ['without white space between its parts', text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')],
    ['as nothing at all', ''],
  ];
}

type Write = (value: unknown) => string;

const layouts: readonly (readonly [string, Write])[] = [
  ['without white space', (value) => JSON.stringify(value)],
  ['indented by two', (value) => JSON.stringify(value, null, 2)],
  [
    'with spaces behind colons and commas',
    (value) =>
      JSON.stringify(value, null, 1)
        .replaceAll(/\n\s*/g, ' ')
        .replaceAll(/([[{]) | ([\]}])/g, '$1$2'),
  ],
];

/** The JSON as the writers of several languages would have written it. */
function jsonVariants(text: string): [change: string, changed: string][] {
  const value = parse(text);
  if (value === undefined) return [];
  return layouts.flatMap(([layout, write]) =>
    [['', value] as const, [' and sorted members', sorted(value)] as const].flatMap(
      ([order, ordered]): [string, string][] => [
        [`as JSON ${layout}${order}`, write(ordered)],
        [`as JSON ${layout}${order}, escaped to ASCII`, escaped(write(ordered))],
      ],
    ),
  );
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
