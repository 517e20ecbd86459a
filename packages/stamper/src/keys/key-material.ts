import type { Curve } from './curve.ts';

/** What a private key was decoded to: the secret and, if the form has them, the curve and the public key, in hex. */
export interface KeyMaterial {
  readonly secret: Uint8Array;
  readonly curve?: Curve | undefined;
  readonly publicKeys?: readonly string[];
}
