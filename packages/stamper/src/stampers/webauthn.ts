import { encodeBase64Url } from '../encoding/base64url.ts';
import { webAuthnStampHeader } from '../protocol.ts';
import { bodyBytes, type Stamp, type Stamper } from '../stamp.ts';
import { webAuthnChallenge } from '../webauthn-challenge.ts';
import {
  type CeremonyResult,
  type CredentialSource,
  credentialSource,
  defaultTimeout,
  descriptors,
  type RegisteredPasskey,
  runCeremony,
} from './passkey-ceremony.ts';

/** Options for stamping with passkeys. */
export interface WebAuthnStamperOptions {
  /** The relying party of the passkeys: the domain of the page (default) or a parent domain. */
  readonly rpId?: string;
  /** In milliseconds; five minutes by default. */
  readonly timeout?: number;
  /** `preferred` by default. */
  readonly userVerification?: 'discouraged' | 'preferred' | 'required';
  /** The passkeys to choose from; by default, any that the user has for this relying party. */
  readonly allowCredentials?: readonly RegisteredPasskey[];
  /** Gets the credential; the browser's `navigator.credentials` by default. */
  readonly credentials?: Pick<CredentialSource, 'get'>;
}

/** Stamps with passkeys. */
export interface WebAuthnStamper extends Stamper {
  stamp(body: string | Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<Stamp>;
}

/**
 * Stamps with a passkey of the user, who is asked each time.
 *
 * @example
 * const stamper = createWebAuthnStamper({ rpId: 'example.com' });
 * const { name, value } = await stamper.stamp(body);
 */
export function createWebAuthnStamper(options: WebAuthnStamperOptions = {}): WebAuthnStamper {
  const allowCredentials = descriptors(options.allowCredentials ?? []);
  return {
    async stamp(body, { signal } = {}) {
      const source = credentialSource(options.credentials);
      const publicKey = {
        challenge: await webAuthnChallenge(bodyBytes(body)),
        timeout: options.timeout ?? defaultTimeout,
        userVerification: options.userVerification ?? 'preferred',
        allowCredentials,
        ...(options.rpId !== undefined && { rpId: options.rpId }),
      };
      const credential = await runCeremony(() => source.get({ publicKey, ...(signal && { signal }) }), signal);
      return { name: webAuthnStampHeader, value: stampValue(credential) };
    },
  };
}

function stampValue({ rawId, response }: CeremonyResult): string {
  const { authenticatorData, clientDataJSON, signature } = response;
  const text = (buffer: ArrayBuffer) => encodeBase64Url(new Uint8Array(buffer));
  return JSON.stringify({
    authenticatorData: text(authenticatorData),
    clientDataJson: text(clientDataJSON),
    credentialId: text(rawId),
    signature: text(signature),
  });
}
