import { randomUUID } from 'node:crypto';
import {
  type ClientSignature,
  type SignupUsage,
  signVerificationToken,
  type Verdict,
  type VerificationClaims,
  verifyLoginSignature,
  verifySignupSignature,
  verifyVerificationToken,
} from '@mintmark/stamper/tokens';
import type { ActivityContext, PrepareContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Contact } from '../organizations/login-methods.ts';
import { type OtpTypeName, otpTypes } from '../passcodes/otp-types.ts';

const defaultSeconds = 3600;
/** How long a used token is remembered after it expired: the clocks of two processes may differ. */
const graceMs = 60 * 60 * 1000;
/** How many expired tokens one use removes. */
const maxRemoved = 100;

interface Verified {
  readonly type: OtpTypeName;
  readonly contact: string;
  /** The key of the client, compressed. */
  readonly publicKey: string;
  readonly expirationSeconds: string | undefined;
}

/** Issues a token that proves a contact once. */
export function issueToken(
  { organization, services: { clock, tokenKeys } }: PrepareContext,
  { type, contact, publicKey, expirationSeconds }: Verified,
): Promise<string> {
  const claims = {
    exp: Math.floor(clock().getTime() / 1000) + Number(expirationSeconds ?? defaultSeconds),
    id: randomUUID(),
    organization_id: organization.id,
    verification_type: type,
    contact,
    public_key: publicKey,
  };
  return signVerificationToken(claims, tokenKeys.otp);
}

/** Verifies a token that this organization or its parent issued. It may have been used before. */
export async function verifyToken(
  {
    organization,
    services: { clock, tokenKeys },
  }: Pick<PrepareContext, 'organization'> & { readonly services: Pick<Services, 'clock' | 'tokenKeys'> },
  token: string,
): Promise<VerificationClaims> {
  const verdict = await verifyVerificationToken(token, tokenKeys.otp.trusted, { now: () => clock().getTime() });
  if (!verdict.ok) {
    const { code, message } = verdict.error;
    throw invalidToken(code === 'TOKEN_EXPIRED' ? 'it has expired' : message);
  }
  const { claims } = verdict;
  // A sub-organization takes the tokens of its parent, never those of a sibling.
  if (claims.organization_id !== organization.id && claims.organization_id !== organization.parentId)
    throw invalidToken('it was issued for another organization');
  return claims;
}

/** Refuses a token that does not prove exactly this contact. */
export function requireContact(claims: VerificationClaims, contact: Contact, value: string): void {
  if (otpTypes[claims.verification_type].contact !== contact) throw invalidToken('it is for another type of contact');
  if (claims.contact !== value) throw invalidToken('it is for another contact');
}

/** Uses up a token, in the transaction of what it is used for: of several uses at the same time, only one succeeds. */
export async function useToken({ sql, now }: ActivityContext, claims: VerificationClaims): Promise<void> {
  const { id, organization_id: organizationId, exp } = claims;
  if (now.getTime() >= exp * 1000) throw invalidToken('it has expired');
  const [used] = await sql`
    insert into used_tokens ${sql({ organizationId, id, expiresAt: new Date(exp * 1000) })}
    on conflict (organization_id, id) do nothing
    returning id`;
  if (!used) throw invalidToken('it was already used');
  await sql`
    delete from used_tokens
    where organization_id = ${organizationId} and id in (
      select id from used_tokens
      where organization_id = ${organizationId} and expires_at <= ${new Date(now.getTime() - graceMs)}
      order by expires_at limit ${maxRemoved} for update skip locked
    )`;
}

/** Refuses a login that the key of the token did not sign. */
export const requireLoginSignature = async (
  signature: ClientSignature,
  claims: VerificationClaims,
  sessionPublicKey: string,
): Promise<void> => requireSigned(await verifyLoginSignature(signature, claims, sessionPublicKey));

/** Refuses a sign-up that the key of the token did not sign. */
export const requireSignupSignature = async (
  signature: ClientSignature,
  claims: VerificationClaims,
  signup: SignupUsage,
): Promise<void> => requireSigned(await verifySignupSignature(signature, claims, signup));

function requireSigned(verdict: Verdict<object>): void {
  if (!verdict.ok) throw invalidSignature(verdict.error.message);
}

export const invalidToken = (why: string) =>
  new ApiError('INVALID_VERIFICATION_TOKEN', `invalid verification token: ${why}`);

export const invalidSignature = (why: string) =>
  new ApiError('INVALID_CLIENT_SIGNATURE', `invalid client signature: ${why}`);
