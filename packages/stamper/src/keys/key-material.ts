import type { Curve } from './curve.ts';

/** What a form of a private key tells: the secret, and where it says so the curve and the public key, in hex. */
export interface KeyMaterial {
  readonly secret: Uint8Array;
  readonly curve?: Curve | undefined;
  readonly publicKeys?: readonly string[];
}
