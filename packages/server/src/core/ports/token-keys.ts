import type { Signer, TokenSigner, TrustedKeys } from '@mintmark/stamper/tokens';

/** A key that signs tokens of the service. */
export interface TokenKey extends Signer, TokenSigner {
  /** Verifies the tokens of this key, and no others. */
  readonly trusted: TrustedKeys;
}

/** The keys that sign tokens. Each kind of token has its own key, so that none can be passed off as another. */
export interface TokenKeys {
  /** Signs sessions, and the identities of OAuth 2.0 users. */
  readonly notarizer: TokenKey;
  /** Signs the bundles and verification tokens of one-time passcodes. */
  readonly otp: TokenKey;
}
