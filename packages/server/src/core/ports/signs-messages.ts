import type { SigningScheme } from '@mintmark/chains';
import type { Curve } from '@mintmark/chains/addresses';
import type { Share } from '../model/share.ts';
import type { Bytes } from './define-task.ts';

/** A private key, and what it has to sign. */
export type Signing = {
  readonly curve: Curve;
  readonly secret: Bytes;
  readonly requests: readonly { readonly scheme: SigningScheme; readonly message: Bytes }[];
};

/** A signature, as threads hand it over. */
export type MadeSignature = { readonly bytes: Bytes; readonly parity: 0 | 1 };

/** Signs with private keys. */
export interface SignsMessages {
  /**
   * Signs messages, in their order. What one organization has to sign at the same time, or while something is being signed for it,
   * is signed together.
   */
  sign(organizationId: string, signing: Signing, share: Share): Promise<readonly MadeSignature[]>;
}
