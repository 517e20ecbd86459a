import { z } from 'zod';
import { component } from '../../component.ts';
import { signatureParity, signaturePart } from '../../vocabulary.ts';

/** The members of a signature. */
export const signature = {
  r: signaturePart('r of an ECDSA or Schnorr signature, or the first half of an ed25519 signature.'),
  s: signaturePart('s of an ECDSA or Schnorr signature, or the second half of an ed25519 signature.'),
  v: signatureParity('The recovery parity of an ECDSA signature. Schnorr and ed25519 signatures have none: always 00.'),
};

export const PayloadSignature = component('PayloadSignature', 'The signature of a payload.', z.object(signature));
