import { requireAttestation } from '../attestation-text.ts';
import { encodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { encodeHex } from '../encoding/hex.ts';
import { compressedHex, uncompressP256 } from '../keys/p256-point.ts';
import type { Signer } from '../keys/p256-signer.ts';
import { type AttestedScheme, attestedSchemes, attestedStampHeader } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { StamperError } from '../stamper-error.ts';
import { headerValue } from './header-value.ts';

/** A P-256 key, and one token that names it. */
export type AttestedStamperOptions = {
  /** The key: a signer of `createP256Signer`, or a stamper of `openIndexedDbStamper`. */
  readonly signer: Signer;
} & (
  | {
      /** The token of a verified one-time code, which was requested for this key. */
      readonly verificationToken: string;
      readonly oidcToken?: undefined;
    }
  | {
      /** The ID token of an OpenID provider, whose nonce was `nonceOfKey(signer.publicKey)`. */
      readonly oidcToken: string;
      readonly verificationToken?: undefined;
    }
);

/**
 * Stamps a login with a key that is not registered yet: a token says whose key it is. The service verifies the token, and
 * that the token names this key. Every other request is stamped with the key itself, once the login has registered it.
 *
 * @example
 * // The session key stays in the browser's key store, and cannot be read there.
 * const session = await openIndexedDbStamper({ name: 'session' });
 * const login = createAttestedStamper({ signer: session, verificationToken });
 * const { name, value } = await login.stamp(body);
 *
 * @example
 * const nonce = await nonceOfKey(session.publicKey); // for the request to the OpenID provider
 * const login = createAttestedStamper({ signer: session, oidcToken });
 */
export function createAttestedStamper(options: AttestedStamperOptions): Stamper {
  const { signer } = options;
  const publicKey = compressedHex(uncompressP256(signer.publicKey, 'signer.publicKey'));
  const { scheme, publicKeyAttestation } = attestationOf(options);
  return {
    async stamp(body) {
      const signature = encodeHex(encodeEcdsaDer(await signer.sign(bodyBytes(body))));
      return {
        name: attestedStampHeader,
        value: headerValue({ publicKeyAttestation, scheme, publicKey, signature }),
      };
    },
  };
}

function attestationOf({ verificationToken, oidcToken }: AttestedStamperOptions): {
  readonly scheme: AttestedScheme;
  readonly publicKeyAttestation: string;
} {
  if ((verificationToken === undefined) === (oidcToken === undefined)) {
    throw new StamperError('MALFORMED', 'options', 'do not have exactly one of verificationToken and oidcToken');
  }
  const name = oidcToken === undefined ? 'verificationToken' : 'oidcToken';
  const publicKeyAttestation = requireAttestation(verificationToken ?? oidcToken, name);
  return { scheme: attestedSchemes[name], publicKeyAttestation };
}
