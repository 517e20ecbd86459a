import { encodeBase64Url } from '../encoding/base64url.ts';
import { StamperError } from '../stamper-error.ts';
import {
  type CredentialSource,
  contractTransports,
  credentialSource,
  defaultTimeout,
  descriptors,
  type PasskeyTransport,
  type RegisteredPasskey,
  runCeremony,
} from './passkey-ceremony.ts';

/** WebAuthn 5.4.4: which authenticators may be used. */
export interface AuthenticatorSelection {
  readonly authenticatorAttachment?: 'platform' | 'cross-platform';
  readonly residentKey?: 'discouraged' | 'preferred' | 'required';
  readonly requireResidentKey?: boolean;
  readonly userVerification?: 'discouraged' | 'preferred' | 'required';
}

/** Whose passkey to create, and how. */
export interface PasskeyOptions {
  /** The relying party: `name` is shown to the user, `id` is the domain of the page (default) or a parent domain. */
  readonly rp: { readonly name: string; readonly id?: string };
  /** The account: both names are shown to the user, `id` is 32 random bytes by default. */
  readonly user: { readonly name: string; readonly displayName: string; readonly id?: Uint8Array };
  /** A readable name for the passkey; the user's name by default. */
  readonly authenticatorName?: string;
  /** 32 random bytes by default. */
  readonly challenge?: Uint8Array;
  /** The passkeys that the user already has: their authenticators refuse to create a second one. */
  readonly excludeCredentials?: readonly RegisteredPasskey[];
  /** By default, a discoverable passkey with user verification preferred. */
  readonly authenticatorSelection?: AuthenticatorSelection;
  /** In milliseconds; five minutes by default. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Creates the credential; the browser's `navigator.credentials` by default. */
  readonly credentials?: Pick<CredentialSource, 'create'>;
}

/** A passkey to register, as the API takes it among a user's `authenticators`. */
export interface Passkey {
  readonly authenticatorName: string;
  readonly challenge: string;
  readonly attestation: {
    readonly credentialId: string;
    readonly clientDataJson: string;
    readonly attestationObject: string;
    readonly transports: PasskeyTransport[];
  };
}

const randomLength = 32;
/** ES256, EdDSA, RS256, in order of preference. */
const pubKeyCredParams = [-7, -8, -257].map((alg) => ({ type: 'public-key' as const, alg }));

/**
 * Asks the user to create a passkey, and returns the parameters that register it.
 *
 * @example
 * const authenticator = await createPasskey({
 *   rp: { name: 'Analytical Engines' },
 *   user: { name: 'ada@example.com', displayName: 'Ada Lovelace' },
 * });
 */
export async function createPasskey(options: PasskeyOptions): Promise<Passkey> {
  const source = credentialSource(options.credentials);
  const { rp, user, signal } = options;
  const challenge = options.challenge ? Uint8Array.from(options.challenge) : randomBytes();
  const publicKey = {
    rp,
    user: { ...user, id: user.id ? Uint8Array.from(user.id) : randomBytes() },
    challenge,
    pubKeyCredParams,
    excludeCredentials: descriptors(options.excludeCredentials ?? []),
    authenticatorSelection: options.authenticatorSelection ?? {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    },
    timeout: options.timeout ?? defaultTimeout,
    attestation: 'none',
  };
  const { rawId, response } = await runCeremony(() => source.create({ publicKey, ...(signal && { signal }) }), signal);
  const { clientDataJSON, attestationObject } = response;
  const text = (buffer: ArrayBuffer) => encodeBase64Url(new Uint8Array(buffer));
  return {
    authenticatorName: options.authenticatorName ?? user.name,
    challenge: encodeBase64Url(challenge),
    attestation: {
      credentialId: text(rawId),
      clientDataJson: text(clientDataJSON),
      attestationObject: text(attestationObject),
      // Missing in older browsers.
      transports: contractTransports(response.getTransports?.() ?? []),
    },
  };
}

function randomBytes(): Uint8Array<ArrayBuffer> {
  if (!globalThis.crypto) throw new StamperError('CRYPTO_UNAVAILABLE', 'crypto', 'is missing in this runtime');
  return globalThis.crypto.getRandomValues(new Uint8Array(randomLength));
}
