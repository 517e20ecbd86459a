import { InterfaceError } from '@mintmark/chains';
import { findHidden } from '@mintmark/schema/fields/hidden-characters';
import type { Json } from '@mintmark/stamper/encoding';

/** The members of an ABI or IDL whose texts name something. */
const words: readonly string[] = ['name', 'type', 'internalType', 'defined', 'generic'];

/**
 * Refuses names with characters that nobody sees: approvers see calls by these names, and policies name arguments by them. Only
 * for what is about to be stored, so that calls are still decoded by an interface that is older than this rule.
 */
export function requireVisibleWords(json: Json, path = ''): void {
  if (Array.isArray(json)) for (const [index, item] of json.entries()) requireVisibleWords(item, `${path}[${index}]`);
  else if (typeof json === 'object' && json !== null)
    for (const [name, member] of Object.entries(json)) {
      const place = path === '' ? name : `${path}.${name}`;
      const found = typeof member === 'string' && words.includes(name) ? findHidden(member) : undefined;
      if (found) throw new InterfaceError(`${place} has the invisible character ${found}`);
      if (typeof member === 'object') requireVisibleWords(member, place);
    }
}
