import { decodeBase64Url } from '../encoding/base64url.ts';
import { StamperError } from '../stamper-error.ts';

/** The transports of the contract, by their names in browsers. */
const transports = {
  ble: 'AUTHENTICATOR_TRANSPORT_BLE',
  internal: 'AUTHENTICATOR_TRANSPORT_INTERNAL',
  nfc: 'AUTHENTICATOR_TRANSPORT_NFC',
  usb: 'AUTHENTICATOR_TRANSPORT_USB',
  hybrid: 'AUTHENTICATOR_TRANSPORT_HYBRID',
} as const;

export type PasskeyTransport = (typeof transports)[keyof typeof transports];

/** A passkey that is already registered, such as an authenticator that the API returned. */
export interface RegisteredPasskey {
  /** Base64url of the raw id. */
  readonly credentialId: string;
  readonly transports?: readonly PasskeyTransport[];
}

/** How long users have to find their security key, in milliseconds. */
export const defaultTimeout = 300_000;

/**
 * Gets or creates credentials: the browser's store, or another one. It does not use the browser's types, so that users of
 * the rest of this package do not need them.
 */
export interface CredentialSource {
  get(options: object): Promise<unknown>;
  create(options: object): Promise<unknown>;
}

/** The used part of the result of a WebAuthn ceremony. Which buffers it has depends on the ceremony. */
export interface CeremonyResult {
  readonly rawId: ArrayBuffer;
  readonly response: {
    readonly clientDataJSON: ArrayBuffer;
    readonly authenticatorData: ArrayBuffer;
    readonly signature: ArrayBuffer;
    readonly attestationObject: ArrayBuffer;
    getTransports?(): string[];
  };
}

/** The browser's store of credentials, or the one given in its place. */
export function credentialSource<Use extends keyof CredentialSource>(
  given: Pick<CredentialSource, Use> | undefined,
): Pick<CredentialSource, Use> {
  const found = given ?? (globalThis.navigator?.credentials as CredentialSource | undefined);
  if (found) return found;
  throw new StamperError(
    'CRYPTO_UNAVAILABLE',
    'navigator.credentials',
    'is missing: browsers have it on https pages and localhost only',
  );
}

/** Runs one ceremony, and turns the errors of the browser into StamperErrors. */
export async function runCeremony(
  ceremony: () => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<CeremonyResult> {
  let credential: unknown;
  try {
    credential = await ceremony();
  } catch (cause) {
    throw ceremonyError(cause, signal);
  }
  if (credential) return credential as CeremonyResult;
  throw new StamperError('CANCELLED', 'passkey', 'was not returned by the browser');
}

/** The descriptors of passkeys for browsers. */
export function descriptors(passkeys: readonly RegisteredPasskey[]): object[] {
  return passkeys.map(({ credentialId, transports: known }) => {
    const id = decodeBase64Url(credentialId, 'credentialId', 'padded');
    return known ? { type: 'public-key', id, transports: known.map(browserTransport) } : { type: 'public-key', id };
  });
}

/** The transports that the contract has a name for. */
export function contractTransports(names: readonly string[]): PasskeyTransport[] {
  return names.flatMap((name) => (Object.hasOwn(transports, name) ? transports[name as keyof typeof transports] : []));
}

function browserTransport(transport: PasskeyTransport): string {
  const found = Object.entries(transports).find(([, name]) => name === transport);
  if (!found) throw new StamperError('MALFORMED', 'transports', 'has an unknown transport');
  return found[0];
}

/** WebAuthn 5.1.3 and 5.1.4: the errors of browsers. */
function ceremonyError(cause: unknown, signal: AbortSignal | undefined): StamperError {
  const name = cause instanceof Error ? cause.name : '';
  // The caller can abort a signal with any value as the reason.
  if (signal?.aborted || name === 'AbortError')
    return new StamperError('CANCELLED', 'passkey', 'was aborted', { cause });
  switch (name) {
    case 'NotAllowedError':
      return new StamperError('CANCELLED', 'passkey', 'was refused by the user or not used in time', { cause });
    case 'SecurityError':
      return new StamperError('RP_ID_MISMATCH', 'rpId', 'is not the domain of this page or a parent', { cause });
    case 'InvalidStateError':
      return new StamperError('CREDENTIAL_EXISTS', 'passkey', 'is already on this authenticator', { cause });
    case 'ConstraintError':
    case 'NotSupportedError':
      return new StamperError('CRYPTO_UNAVAILABLE', 'authenticator', 'lacks a requested feature', { cause });
    case 'TypeError':
      return new StamperError('MALFORMED', 'passkey', 'has options that the browser does not understand', { cause });
    default:
      return new StamperError('CANCELLED', 'passkey', 'failed in the authenticator or the browser', {
        cause,
      });
  }
}
