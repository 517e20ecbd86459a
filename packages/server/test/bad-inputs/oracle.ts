import type { Operation } from '../requests/operations.ts';
import type { BadBody } from './bad-bodies.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Verdicts by body: each is asked for several times, and long bodies take long to parse. */
const verdicts = new WeakMap<BadBody, boolean>();

/** Whether the contract accepts a body, according to JSON.parse and the schema, without any code of the server. */
export function isOfContract(operation: Operation, body: BadBody): boolean {
  const known = verdicts.get(body);
  if (known !== undefined) return known;
  const verdict = judge(operation, body);
  verdicts.set(body, verdict);
  return verdict;
}

function judge({ unit, request }: Operation, { bytes, isAmbiguous }: BadBody): boolean {
  if (isAmbiguous) return false;
  try {
    const body = JSON.parse(utf8.decode(bytes), function (this: unknown, _name, value: unknown) {
      if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) throw new Error('no text');
      // Null counts as absent.
      return value === null && !Array.isArray(this) ? undefined : value;
    });
    if (unit.kind === 'activity' && body.parameters instanceof Object) delete body.parameters.generateAppProofs;
    return request.safeParse(body).success;
  } catch {
    return false;
  }
}
