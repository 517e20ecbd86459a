import { parseObject } from '../../encoding/json.ts';
import { decodeUtf8 } from '../../encoding/utf8.ts';
import { StamperError } from '../../stamper-error.ts';

/** WebAuthn 5.8.1: what the browser says about the ceremony, as far as it is checked here. */
export interface ClientData {
  readonly type: string;
  readonly challenge: string;
  readonly origin: string;
  readonly crossOrigin: boolean;
  readonly topOrigin: string | undefined;
}

/** Which ceremonies are accepted. */
export interface WebAuthnPolicy {
  /** The exact origins that are allowed. Without it, every origin at or below the relying party's id is allowed. */
  readonly origins?: readonly string[];
  /** Whether the authenticator must have verified the user, or only detected a user. */
  readonly userVerification: 'preferred' | 'required';
  /** Whether the page may have been in a frame of another origin. */
  readonly allowCrossOrigin?: boolean;
}

/** Reads client data. Other members are allowed: browsers add random ones so that nobody compares against a template. */
export function parseClientData(bytes: Uint8Array, part: string): ClientData {
  const value = parseObject(decodeUtf8(bytes, part), part);
  const malformed = (member: string) => new StamperError('MALFORMED', `${part}.${member}`, 'has the wrong type');
  const text = (member: string) => {
    const found = value[member];
    if (typeof found !== 'string') throw malformed(member);
    return found;
  };
  const crossOrigin = value['crossOrigin'] === undefined ? false : value['crossOrigin'];
  if (typeof crossOrigin !== 'boolean') throw malformed('crossOrigin');
  const topOrigin = value['topOrigin'] === undefined ? undefined : text('topOrigin');
  return { type: text('type'), challenge: text('challenge'), origin: text('origin'), crossOrigin, topOrigin };
}

/** Checks ceremony, frame and origin, and returns the host of the origin. The caller checks the challenge. */
export function checkClientData(
  clientData: ClientData,
  ceremony: 'webauthn.create' | 'webauthn.get',
  policy: WebAuthnPolicy,
  part: string,
): string {
  if (clientData.type !== ceremony) {
    throw new StamperError('CEREMONY_MISMATCH', `${part}.type`, `is not ${ceremony}`);
  }
  const isFramed = clientData.crossOrigin || clientData.topOrigin !== undefined;
  if (isFramed && policy.allowCrossOrigin !== true) {
    throw new StamperError(
      'CROSS_ORIGIN',
      `${part}.crossOrigin`,
      'says that the page was in a frame of another origin',
    );
  }
  const host = passkeyHost(clientData.origin);
  if (host === undefined || policy.origins?.includes(clientData.origin) === false) {
    throw new StamperError('ORIGIN_NOT_ALLOWED', `${part}.origin`, 'is not an allowed origin');
  }
  return host;
}

/** Whether a host is the relying party's id or below it. */
export function isAtOrBelow(host: string, rpId: string): boolean {
  return host === rpId || host.endsWith(`.${rpId}`);
}

const longestOrigin = 512;

/**
 * The host of an origin that can use passkeys: https anywhere, http only on this machine. Undefined if the origin is not
 * spelled as browsers spell it, or its host is an IP address: the id of a relying party is a domain.
 */
function passkeyHost(origin: string): string | undefined {
  if (origin.length > longestOrigin || !URL.canParse(origin)) return undefined;
  const { protocol, hostname, origin: spelled } = new URL(origin);
  if (spelled !== origin) return undefined;
  const labels = hostname.split('.');
  const isDomain = labels.every((label) => /^[a-z0-9_-]+$/.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  const isLocal = labels.at(-1) === 'localhost';
  return isDomain && (protocol === 'https:' || (protocol === 'http:' && isLocal)) ? hostname : undefined;
}
