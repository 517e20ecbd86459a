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
  const add = (change: string, changed: string | undefined) => {
    if (changed === undefined || known.has(changed)) return;
    known.add(changed);
    variants.set(change, encodeUtf8(changed, 'body'));
  };
  add('without the byte order mark', text.replace(/^\ufeff/, ''));
  add('without the white space around it', text.trim());
  add('with a line end behind it', `${text}\n`);
  add('with line ends of one character', text.replaceAll('\r\n', '\n'));
  add('as JSON without white space', rewritten(text));
  add('as JSON indented by two', rewritten(text, 2));
  add(
    'as JSON with spaces behind colons and commas',
    rewritten(text, 1)
      ?.replaceAll(/\n\s*/g, ' ')
      .replaceAll(/([[{]) | ([\]}])/g, '$1$2'),
  );
  add('as nothing at all', '');
  return variants;
}

function textOf(body: Uint8Array): string | undefined {
  try {
    return decodeUtf8(body, 'body');
  } catch (error) {
    if (error instanceof StamperError) return undefined;
    throw error;
  }
}

function rewritten(text: string, indent?: number): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, indent);
  } catch {
    return undefined;
  }
}
