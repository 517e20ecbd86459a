import type { Operation } from '../requests/operations.ts';
import type { BadBody } from './bad-bodies.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether the contract takes a body: what JSON.parse and the schema make of it, without anything of the server. */
export function isOfContract({ unit, request }: Operation, { bytes, isAmbiguous }: BadBody): boolean {
  if (isAmbiguous) return false;
  try {
    const body = JSON.parse(utf8.decode(bytes), function (this: unknown, _name, value: unknown) {
      if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) throw new Error('no text');
      // Null is absent.
      return value === null && !Array.isArray(this) ? undefined : value;
    });
    if (unit.kind === 'activity' && body.parameters instanceof Object) delete body.parameters.generateAppProofs;
    return request.safeParse(body).success;
  } catch {
    return false;
  }
}
