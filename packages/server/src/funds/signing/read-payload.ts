import { createHash } from 'node:crypto';
import type { SigningRequest } from '@mintmark/chains';
import { keccak256 } from '@mintmark/chains/ethereum';
import type { HashFunction, PayloadEncoding } from '@mintmark/schema/fields/signing/raw-payload';
import type { z } from 'zod';
import type { PrepareContext, Remembers } from '../../core/handlers/implement.ts';
import type { Memo } from '../../core/model/memo.ts';
import { shareOf } from '../../core/model/share.ts';
import type { Services } from '../../core/ports/services.ts';
import { readHex } from './read-hex.ts';
import { isTyped, readTypedPayload } from './read-typed-payload.ts';
import { invalidPayload } from './refusals.ts';
import { type Signer, schemeOf } from './signer.ts';

/** How a payload is to be read. */
export interface PayloadForm {
  readonly encoding: z.output<typeof PayloadEncoding>;
  readonly hashFunction: z.output<typeof HashFunction>;
}

/** What a signer has to sign for a payload. */
export function readPayload(memo: Memo, payload: string, form: PayloadForm, signer: Signer): SigningRequest {
  const { encoding, hashFunction } = form;
  const scheme = schemeOf(signer);
  requireHashFunction(hashFunction, scheme === 'ed25519');
  if (!isTyped(form)) {
    const bytes = encoding === 'PAYLOAD_ENCODING_HEXADECIMAL' ? hexOf(payload) : Buffer.from(payload);
    return { scheme, message: hashes[hashFunction](bytes) };
  }
  if (signer.curve !== 'CURVE_SECP256K1' || scheme !== 'ecdsa')
    throw invalidPayload('this encoding requires an ECDSA key on secp256k1');
  if (hashFunction !== 'HASH_FUNCTION_NO_OP')
    throw invalidPayload('this encoding defines its own digest: the hash function must be HASH_FUNCTION_NO_OP');
  return { scheme, message: readTypedPayload(memo, form, payload).digest };
}

interface ReadingContext extends Pick<PrepareContext, 'organization' | 'caller' | 'signal'>, Remembers {
  readonly services: Pick<Services, 'loop'>;
}

/** The same for several payloads. Typed data of 256 KiB can take half a second, so other requests get turns in between. */
export async function readPayloads(
  { organization, caller, services, signal, memo }: ReadingContext,
  payloads: readonly string[],
  form: PayloadForm,
  signer: Signer,
): Promise<SigningRequest[]> {
  const share = shareOf(organization, caller);
  return services.loop.map(share, payloads, (payload) => readPayload(memo, payload, form, signer), signal);
}

function requireHashFunction(hashFunction: PayloadForm['hashFunction'], isEd25519: boolean): void {
  if (isEd25519 === (hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE')) return;
  throw invalidPayload(
    isEd25519
      ? 'invalid hash function: ed25519 keys require HASH_FUNCTION_NOT_APPLICABLE'
      : 'invalid hash function: HASH_FUNCTION_NOT_APPLICABLE is for ed25519 keys',
  );
}

const hashes: Readonly<Record<PayloadForm['hashFunction'], (bytes: Uint8Array) => Uint8Array>> = {
  HASH_FUNCTION_NOT_APPLICABLE: (message) => message,
  HASH_FUNCTION_NO_OP: (digest) => {
    if (digest.length === 32) return digest;
    throw invalidPayload(`HASH_FUNCTION_NO_OP requires a digest of 32 bytes, but this payload has ${digest.length}`);
  },
  HASH_FUNCTION_SHA256: (bytes) => createHash('sha256').update(bytes).digest(),
  HASH_FUNCTION_KECCAK256: keccak256,
};

function hexOf(payload: string): Uint8Array {
  const bytes = readHex(payload);
  if (!bytes) throw invalidPayload('it is not hex with an even number of digits');
  return bytes;
}
