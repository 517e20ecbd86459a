import { createHash } from 'node:crypto';
import { type StampScheme, webAuthnVoteScheme } from '@mintmark/stamper/protocol';
import {
  type Curve,
  createCredentialKey,
  createVerifier,
  decodeWebAuthnStamp,
  parsePublicKey,
  verifyApiKeyStamp,
  verifyAssertion,
} from '@mintmark/stamper/verify';
import type { ActivityRow, VoteRow } from '../lifecycle/activity-row.ts';
import type { Organization } from '../organization.ts';
import type { UserRecord } from '../records/user-record.ts';
import type { Sql } from '../store/database.ts';

interface Credential {
  readonly userId: string;
  readonly publicKey: string;
}

const ballots = {
  VOTE_SELECTION_APPROVED: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
  VOTE_SELECTION_REJECTED: 'ACTIVITY_TYPE_REJECT_ACTIVITY',
} as const;

/** Whether what a user stamped is about this activity: its own body, to approve it, or a ballot that names it. */
export function speaksOf({ message, selection }: VoteRow, { fingerprint, organizationId }: ActivityRow): boolean {
  if (createHash('sha256').update(message).digest().equals(fingerprint)) return selection === 'VOTE_SELECTION_APPROVED';
  try {
    const ballot = JSON.parse(Buffer.from(message).toString());
    return (
      ballot.type === ballots[selection] &&
      ballot.organizationId.toLowerCase() === organizationId &&
      ballot.parameters.fingerprint === `sha256:${Buffer.from(fingerprint).toString('hex')}`
    );
  } catch {
    return false;
  }
}

/**
 * Whether a vote was stamped by a credential that its user has or had: credentials are ended, never removed.
 *
 * It has to be one that the user had then by the vote's own word too, which the chain vouches for: nothing vouches for the
 * tables of credentials.
 */
export async function isStamped(sql: Sql, organization: Organization, vote: VoteRow): Promise<boolean> {
  try {
    return vote.scheme === webAuthnVoteScheme
      ? await byPasskey(sql, organization, vote)
      : await byApiKey(sql, organization, vote);
  } catch {
    // A key or a stamp that is none any more cannot be read.
    return false;
  }
}

async function byApiKey(sql: Sql, { tenantId, id }: Organization, vote: VoteRow): Promise<boolean> {
  const [row] = await sql<(Credential & { curve: Curve })[]>`
    select user_id, public_key, curve from api_keys
    where tenant_id = ${tenantId} and organization_id = ${id} and id = ${vote.credentialId}`;
  if (row?.userId !== vote.userId) return false;
  const { publicKey, message: body } = vote;
  const { apiKeys } = JSON.parse(vote.voter) as UserRecord;
  const had = apiKeys.find(({ apiKeyId }) => apiKeyId === vote.credentialId);
  if (had?.credential.publicKey !== publicKey) return false;
  const stamp = { publicKey, scheme: vote.scheme as StampScheme, signature: Buffer.from(vote.signature, 'hex') };
  const credential = await createVerifier(parsePublicKey(row.curve, row.publicKey));
  return (await verifyApiKeyStamp({ stamp, body, credential })).ok;
}

async function byPasskey(sql: Sql, { tenantId, id }: Organization, vote: VoteRow): Promise<boolean> {
  const [row] = await sql<(Credential & { credentialId: string; rpId: string })[]>`
    select user_id, public_key, credential_id, rp_id from authenticators
    where tenant_id = ${tenantId} and organization_id = ${id} and id = ${vote.credentialId}`;
  if (row?.userId !== vote.userId || row.publicKey !== vote.publicKey) return false;
  const { authenticators } = JSON.parse(vote.voter) as UserRecord;
  const had = authenticators.find(({ authenticatorId }) => authenticatorId === vote.credentialId);
  if (had?.credential.publicKey !== row.publicKey || had.credentialId !== row.credentialId) return false;
  const decoded = decodeWebAuthnStamp(vote.signature);
  if (!decoded.ok) return false;
  const key = await createCredentialKey(Buffer.from(row.publicKey, 'base64url'));
  // What it counted to before, and the origins that were allowed then, is nowhere written.
  const credential = { credentialId: row.credentialId, key, rpId: row.rpId, signCount: 0 };
  const policy = { userVerification: 'preferred' } as const;
  return (await verifyAssertion({ stamp: decoded.stamp, body: vote.message, credential, policy })).ok;
}
