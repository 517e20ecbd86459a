import { saying, unknown } from './refusals.ts';
import type { Call } from './story.ts';

/** A digest that is signed as it is. */
export const digest = 'daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53';

export const digestForm = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' };

/** The reasons to refuse a key, in every operation that signs. */
export const signerRefusals = unknown('signWith');

/** The reasons to refuse payloads. */
export const payloadRefusals = {
  ...signerRefusals,
  INVALID_PAYLOAD: saying(() => ({ hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' })),
};

/** As version 1 names the key. */
export const byPrivateKeyId = ({ signWith, ...rest }: Call['input']) => ({ privateKeyId: signWith, ...rest });
