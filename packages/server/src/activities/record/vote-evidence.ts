import { createHash } from 'node:crypto';
import approveActivity from '@mintmark/schema/operations/activities/approve-activity';
import rejectActivity from '@mintmark/schema/operations/activities/reject-activity';
import { type StampScheme, webAuthnVoteScheme } from '@mintmark/stamper/protocol';
import {
  createCredentialKey,
  createVerifier,
  decodeWebAuthnStamp,
  parsePublicKey,
  verifyApiKeyStamp,
  verifyAssertion,
} from '@mintmark/stamper/verify';
import type { ApiKeyRow } from '../../identity/credentials/api-key-record.ts';
import type { AuthenticatorRow } from '../../identity/credentials/authenticator-record.ts';
import { type ActivityRow, stampedBytes, type VoteRow } from './activity-row.ts';

const ballots = {
  VOTE_SELECTION_APPROVED: approveActivity.type,
  VOTE_SELECTION_REJECTED: rejectActivity.type,
} as const;

/** Whether the stamped bytes are about this activity: its body, as an approval, or a ballot with its fingerprint. */
export function speaksOf(vote: VoteRow, activity: ActivityRow): boolean {
  const { selection } = vote;
  const { fingerprint, organizationId } = activity;
  if (isBody(vote, activity)) return selection === 'VOTE_SELECTION_APPROVED';
  try {
    const ballot = JSON.parse(Buffer.from(stampedBytes(vote, activity)).toString());
    return (
      ballot.type === ballots[selection] &&
      ballot.organizationId.toLowerCase() === organizationId &&
      ballot.parameters.fingerprint === `sha256:${Buffer.from(fingerprint).toString('hex')}`
    );
  } catch {
    return false;
  }
}

/** Whether the stamped bytes are the body of the activity. */
export const isBody = (vote: VoteRow, activity: ActivityRow): boolean =>
  createHash('sha256').update(stampedBytes(vote, activity)).digest().equals(activity.fingerprint);

/** The time in the stamped bytes of a vote. */
export function stampedAt(vote: VoteRow, activity: ActivityRow): number {
  try {
    return Number(JSON.parse(Buffer.from(stampedBytes(vote, activity)).toString()).timestampMs);
  } catch {
    return Number.NaN;
  }
}

/** Whether this credential of the voter stamped the vote. */
export async function isStampedBy(
  vote: VoteRow,
  activity: ActivityRow,
  credential: ApiKeyRow | AuthenticatorRow,
): Promise<boolean> {
  if (credential.id !== vote.credentialId || credential.userId !== vote.userId) return false;
  const body = stampedBytes(vote, activity);
  try {
    return 'curve' in credential ? await byApiKey(vote, body, credential) : await byPasskey(vote, body, credential);
  } catch {
    // A tampered key or stamp may not even parse.
    return false;
  }
}

async function byApiKey(vote: VoteRow, body: Uint8Array, { curve, publicKey }: ApiKeyRow): Promise<boolean> {
  if (vote.scheme === webAuthnVoteScheme) return false;
  const stamp = {
    publicKey: vote.publicKey,
    scheme: vote.scheme as StampScheme,
    signature: Buffer.from(vote.signature, 'hex'),
  };
  const credential = await createVerifier(parsePublicKey(curve, publicKey));
  return (await verifyApiKeyStamp({ stamp, body, credential })).ok;
}

async function byPasskey(
  vote: VoteRow,
  body: Uint8Array,
  { credentialId, publicKey, rpId }: AuthenticatorRow,
): Promise<boolean> {
  if (vote.scheme !== webAuthnVoteScheme || vote.publicKey !== publicKey) return false;
  const decoded = decodeWebAuthnStamp(vote.signature);
  if (!decoded.ok) return false;
  const key = await createCredentialKey(Buffer.from(publicKey, 'base64url'));
  // The earlier sign count and the origins allowed at that time are not stored.
  const credential = { credentialId, key, rpId, signCount: 0 };
  const policy = { userVerification: 'preferred' } as const;
  return (await verifyAssertion({ stamp: decoded.stamp, body, credential, policy })).ok;
}
