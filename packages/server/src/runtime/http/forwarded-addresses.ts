import type { SocketAddress } from 'node:net';
import { readAddress } from './trusted-networks.ts';

/**
 * The addresses that a header names, the last one first; undefined for an entry that names none. A header is read from its end, so that
 * what a client wrote at its start cannot change how the entries of the proxies are read.
 */
export type ForwardedAddresses = Iterable<SocketAddress | undefined>;

/** `X-Forwarded-For`: addresses, with or without a port. */
export function* xForwardedFor(lines: readonly string[]): ForwardedAddresses {
  for (const entry of fromTheEnd(lines.join(','))) yield readNode(entry);
}

/** `Forwarded` (RFC 7239): the parameter `for` of each element. */
export function* forwarded(lines: readonly string[]): ForwardedAddresses {
  for (const element of fromTheEnd(lines.join(','))) yield readElement(element);
}

/** The entries of a list. A comma in a quoted string does not separate entries. */
function* fromTheEnd(list: string): Iterable<string> {
  let end = list.length;
  let isQuoted = false;
  for (let index = end - 1; index >= 0; index--) {
    if (list[index] === '"') isQuoted = !isQuoted;
    if (list[index] !== ',' || isQuoted) continue;
    yield list.slice(index + 1, end).trim();
    end = index;
  }
  yield list.slice(0, end).trim();
}

// No escapes in quoted strings: no address needs one, and read from the end they could be taken for the end of the string.
const parameter = /\s*([\w!#$%&'*+.^`|~-]+)=(?:"([^"\\]*)"|([\w!#$%&'*+.^`|~-]+))\s*(;|$)/y;

function readElement(element: string): SocketAddress | undefined {
  const nodes: string[] = [];
  const pattern = new RegExp(parameter);
  while (pattern.lastIndex < element.length) {
    const [, name = '', quoted, token = ''] = pattern.exec(element) ?? [];
    if (name === '') return undefined;
    if (name.toLowerCase() === 'for') nodes.push(quoted ?? token);
  }
  const [node, ...others] = nodes;
  return node === undefined || others.length > 0 ? undefined : readNode(node);
}

/** An address with or without a port; IPv6 with a port is in brackets. Neither `unknown` nor a name that hides the address. */
function readNode(text: string): SocketAddress | undefined {
  const [, bracketed, plain] = /^(?:\[([^[\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  if (bracketed !== undefined) return bracketed.includes(':') ? readAddress(bracketed) : undefined;
  return readAddress(plain ?? text);
}
