import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { isObject, parseObject } from '../encoding/json.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import type { Signer } from '../keys/p256-signer.ts';
import { clientSignatureScheme, tokenUsageTypes } from '../protocol.ts';
import { judge, StamperError, type Verdict } from '../stamper-error.ts';
import { createP256Verifier } from '../verify/verifier.ts';
import { equalJson } from './equal-json.ts';
import type { VerificationClaims } from './verification-token.ts';

/** A client's signature over its use of a verification token, made with the key that the token is bound to. */
export interface ClientSignature {
  readonly publicKey: string;
  readonly scheme: string;
  /** JSON text. The signature covers its exact bytes; the checks use its content. */
  readonly message: string;
  /** r and s, 64 bytes of hex; not DER. */
  readonly signature: string;
}

/** The part of a new user that a sign-up message covers: as in the request, but with these names for the contacts. */
export interface SignupUsage {
  readonly apiKeys?: readonly object[];
  readonly authenticators?: readonly object[];
  readonly oauthProviders?: readonly object[];
  readonly email?: string;
  readonly phoneNumber?: string;
}

/** The claims of a verified token that a client signature is checked against. */
export type UsedToken = Pick<VerificationClaims, 'id' | 'public_key'>;

const longestMessage = 64 * 1024;
/** 64 bytes in hex. */
const signatureLength = 128;

/** The message that uses a token to log in with a session key. */
export function buildLoginMessage(tokenId: string, sessionPublicKey: string): string {
  return JSON.stringify({ login: { publicKey: sessionPublicKey }, tokenId, type: tokenUsageTypes.login });
}

/** The message that uses a token to sign up. It has only the given members. */
export function buildSignupMessage(tokenId: string, signup: SignupUsage): string {
  const { apiKeys, authenticators, oauthProviders, email, phoneNumber } = signup;
  const signupV2 = { apiKeys, authenticators, oauthProviders, email, phoneNumber };
  return JSON.stringify({ signupV2, tokenId, type: tokenUsageTypes.signup });
}

/**
 * Signs a message with the key that the token is bound to.
 *
 * @example
 * const message = buildLoginMessage(tokenId, sessionPublicKey);
 * const clientSignature = await signClientMessage(message, createP256Signer(clientKey.toApiKey()));
 */
export async function signClientMessage(message: string, signer: Signer): Promise<ClientSignature> {
  const { hex: publicKey } = p256Keys.parsePublicKey(signer.publicKey);
  const signature = encodeHex(await signer.sign(encodeUtf8(message, 'message')));
  return { publicKey, scheme: clientSignatureScheme, message, signature };
}

/** The use of a token that a verified message names. */
export type TokenUsage = { readonly [member: string]: unknown };

/** Verifies that the token's key signed a login with this token and this session key. */
export function verifyLoginSignature(
  clientSignature: ClientSignature,
  token: UsedToken,
  sessionPublicKey: string,
): Promise<Verdict<{ readonly usage: TokenUsage }>> {
  return judge(async () => {
    const usage = await verifyUsage(clientSignature, token, tokenUsageTypes.login, 'login');
    const part = 'clientSignature.message.login';
    const publicKey = usage['publicKey'] as string;
    const signed = p256Keys.parsePublicKey(publicKey, `${part}.publicKey`);
    if (signed.hex !== p256Keys.parsePublicKey(sessionPublicKey, 'sessionPublicKey').hex) {
      throw new StamperError('BINDING_MISMATCH', `${part}.publicKey`, 'is another session key');
    }
    if (!equalJson(usage, { publicKey })) throw new StamperError('MALFORMED', part, 'has members other than publicKey');
    return { usage };
  });
}

/**
 * Verifies that the token's key signed exactly this sign-up with this token. The order of members does not matter, nor
 * whether an empty value is null, left out, or an empty list.
 */
export function verifySignupSignature(
  clientSignature: ClientSignature,
  token: UsedToken,
  signup: SignupUsage,
): Promise<Verdict<{ readonly usage: TokenUsage }>> {
  return judge(async () => {
    const usage = await verifyUsage(clientSignature, token, tokenUsageTypes.signup, 'signupV2');
    if (!equalJson(usage, signup)) {
      throw new StamperError('BINDING_MISMATCH', 'clientSignature.message.signupV2', 'is another sign-up');
    }
    return { usage };
  });
}

/** Verifies a message, its token and its type, and returns what it says about its subject. */
async function verifyUsage(
  clientSignature: ClientSignature,
  token: UsedToken,
  type: string,
  subject: string,
): Promise<TokenUsage> {
  const part = 'clientSignature';
  if (!isObject(clientSignature)) throw new StamperError('MALFORMED', part, 'is not an object');
  const { publicKey, scheme, message, signature } = clientSignature;
  if (scheme !== clientSignatureScheme) {
    throw new StamperError('SCHEME_NOT_ALLOWED', `${part}.scheme`, `is not ${clientSignatureScheme}`);
  }
  const key = p256Keys.parsePublicKey(token.public_key, 'token.public_key');
  if (p256Keys.parsePublicKey(publicKey, `${part}.publicKey`).hex !== key.hex) {
    throw new StamperError('KEY_MISMATCH', `${part}.publicKey`, 'is not the key that the token is bound to');
  }
  if (typeof message !== 'string' || message.length > longestMessage) {
    throw new StamperError('MALFORMED', `${part}.message`, `is not text of at most ${longestMessage} characters`);
  }
  if (typeof signature !== 'string' || signature.length !== signatureLength) {
    throw new StamperError('MALFORMED', `${part}.signature`, 'is not r and s in hex');
  }
  const { verify } = await createP256Verifier(key);
  if (!(await verify(encodeUtf8(message, `${part}.message`), decodeHex(signature, `${part}.signature`)))) {
    throw new StamperError('SIGNATURE_INVALID', `${part}.signature`, 'does not verify over the message');
  }
  const { type: signedType, tokenId, [subject]: content, ...others } = parseObject(message, `${part}.message`);
  if (signedType !== type) throw new StamperError('BINDING_MISMATCH', `${part}.message.type`, `is not ${type}`);
  if (typeof tokenId !== 'string' || tokenId !== token.id) {
    throw new StamperError('BINDING_MISMATCH', `${part}.message.tokenId`, 'is not the id of the token');
  }
  if (!isObject(content) || !equalJson(others, {})) {
    throw new StamperError('MALFORMED', `${part}.message`, `is not exactly type, tokenId and ${subject}`);
  }
  return content;
}
