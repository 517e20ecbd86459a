import type { PrivateKey } from './private-key.ts';
import type { PublicKey } from './public-key.ts';

/** Creates the keys of one curve. Code that needs one curve imports only that one and bundles no others. */
export interface CurveKeys {
  readonly parsePublicKey: (hex: string, part?: string) => PublicKey;
  readonly createPrivateKey: (bytes: Uint8Array, part?: string) => PrivateKey;
  readonly generatePrivateKey: () => PrivateKey;
}
