import { attestedSchemes, attestedVoteScheme, webAuthnVoteScheme } from '@mintmark/stamper/protocol';
import { decodeAttestedStamp, verifyAttestationBinding, verifyAttestedStamp } from '@mintmark/stamper/verify';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { type OrganizationKey, ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { ApiKeyRow } from '../../identity/credentials/api-key-record.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import type { AuthenticatorRow } from '../../identity/credentials/authenticator-record.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';
import type { UserRecord } from '../../identity/users/user-record.ts';
import type { Sql } from '../../storage/store/database.ts';
import { type ActivityRow, stampedBytes, type VoteRow } from '../record/activity-row.ts';
import { isStampedBy } from '../record/vote-evidence.ts';

/**
 * Whether a vote was stamped by a credential that its user has or had: deleted credentials keep their rows. The record of the
 * voter, which the chain covers, must also list that credential.
 */
export async function isStamped(
  { sql, organization, services: { macs } }: ReadContext,
  vote: VoteRow,
  activity: ActivityRow,
): Promise<boolean> {
  // A vote that was changed may not even parse.
  if (vote.scheme === attestedVoteScheme) return isAttested(vote, activity).catch(() => false);
  const { parentId } = organization;
  const credential =
    (await readCredential(sql, macs, organization, vote)) ??
    // The parent's users can start sign-ins.
    (parentId === null ? undefined : await readCredential(sql, macs, { id: parentId }, vote));
  if (!credential || !(await isStampedBy(vote, activity, credential))) return false;
  return wasHeld(vote, credential);
}

async function readCredential(sql: Sql, macs: RowMacs, organization: OrganizationKey, vote: VoteRow) {
  const here = sql`${ofOrganization(sql, organization)} and id = ${vote.credentialId}`;
  const asked = { ...ownerColumns(organization), id: vote.credentialId };
  const [credential] =
    vote.scheme === webAuthnVoteScheme
      ? macs.genuine(
          authenticatorsTable,
          await sql<AuthenticatorRow[]>`select * from authenticators where ${here}`,
          asked,
        )
      : macs.genuine(apiKeysTable, await sql<ApiKeyRow[]>`select * from api_keys where ${here}`, asked);
  return credential;
}

function wasHeld(vote: VoteRow, credential: ApiKeyRow | AuthenticatorRow): boolean {
  try {
    const { apiKeys, authenticators } = JSON.parse(vote.voter) as UserRecord;
    if ('curve' in credential) {
      const had = apiKeys.find(({ apiKeyId }) => apiKeyId === vote.credentialId);
      return had?.credential.publicKey === credential.publicKey;
    }
    const had = authenticators.find(({ authenticatorId }) => authenticatorId === vote.credentialId);
    return had?.credential.publicKey === credential.publicKey && had.credentialId === credential.credentialId;
  } catch {
    // A record that was changed may not even parse.
    return false;
  }
}

/**
 * Whether the key that a token names stamped a vote, and the token names the voter. The token itself was verified when it was used:
 * by now its key may be gone.
 */
async function isAttested(vote: VoteRow, activity: ActivityRow): Promise<boolean> {
  const { userId, credentialId, publicKey } = vote;
  const decoded = decodeAttestedStamp(JSON.stringify({ publicKey, ...JSON.parse(vote.signature) }));
  if (!decoded.ok) return false;
  const { stamp } = decoded;
  const [, payload = ''] = stamp.attestation.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const body = stampedBytes(vote, activity);
  const isBound = (await verifyAttestedStamp({ stamp, body })).ok && (await verifyAttestationBinding(stamp, claims)).ok;
  if (!isBound) return false;
  const { userEmail, userPhoneNumber, oauthProviders } = JSON.parse(vote.voter) as UserRecord;
  if (stamp.scheme === attestedSchemes.verificationToken)
    return credentialId === userId && [userEmail, userPhoneNumber].includes(claims.contact);
  const link = oauthProviders.find(({ providerId }) => providerId === credentialId);
  return link?.issuer === claims.iss && link?.subject === claims.sub;
}
