import { randomInt, timingSafeEqual } from 'node:crypto';
import type { RowMacs } from '../../core/authority/row-macs.ts';

const digits = '0123456789';
/** Crockford's base32: no I, L, O and U, which people confuse or find offensive. */
const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Where a code belongs: the same code of another passcode has another hash. */
export interface CodePlace {
  readonly organizationId: string;
  readonly otpId: string;
}

/** A random code. */
export function generateCode({ length = 9, isAlphanumeric = true }): string {
  const alphabet = isAlphanumeric ? base32 : digits;
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

export const hashCode = (macs: RowMacs, { organizationId, otpId }: CodePlace, code: string): Buffer =>
  macs.keyedHash('passcode', [organizationId, otpId, canonicalCode(code)]);

/** Whether a code has this hash. Takes the same time for every code. */
export const isCode = (macs: RowMacs, place: CodePlace, code: string, codeHash: Uint8Array): boolean =>
  timingSafeEqual(hashCode(macs, place, code), codeHash);

/** The code that somebody meant who typed this, as Crockford recommends. */
const canonicalCode = (text: string): string =>
  text.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0');
