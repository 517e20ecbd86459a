import { attestedSchemes, attestedVoteScheme } from '@mintmark/stamper/protocol';
import { type AttestedStamp, verifyAttestedStamp } from '@mintmark/stamper/verify';
import { searchDirectory } from '../../core/authority/directory.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { Attestation, Caller } from '../../core/model/caller.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import { identityText } from '../../core/tables/searchable-values.ts';
import { requireNonce } from '../../delivery/adapters/oidc/nonce.ts';
import { findLink } from '../../identity/credentials/oauth-providers.ts';
import { requireOrganization } from '../../identity/organizations/organization-row.ts';
import { otpTypes } from '../../identity/passcodes/otp-types.ts';
import { readUsers, type UserRow } from '../../identity/users/user-record.ts';
import { usersWithContact, verifiedColumn } from '../../identity/users/users-with-contact.ts';
import { type SoughtContact, soughtByToken } from '../../identity/verification-tokens/sought-contact.ts';
import { invalidToken, verifyToken } from '../../identity/verification-tokens/verification-token.ts';
import type { Sql } from '../../storage/store/database.ts';
import type { LookUps } from './look-ups.ts';

export type AttestingServices = Pick<Services, 'macs' | 'clock' | 'tokenKeys' | 'oidc'>;

/** How long an identity provider may take to answer. */
const patienceMs = 10_000;
/** How many sub-organizations are looked into. */
const maxBelow = 10;

/** A user whom a verified token names. */
interface Found {
  readonly organization: Organization;
  readonly user: UserRow;
  readonly credentialId: string;
}

/**
 * Finds out who made an attested stamp. The key in the stamp must have signed the body, which is cheap to verify. Then the token
 * must be genuine, and name that key. Only then is anything looked up: the user whom the token names, in the organization of the
 * request or in one of its sub-organizations.
 */
export async function authenticateAttested(
  services: AttestingServices,
  lookUps: LookUps,
  stamp: AttestedStamp,
  { body, organizationId }: { readonly body: Uint8Array; readonly organizationId: string },
): Promise<Caller> {
  const verdict = await verifyAttestedStamp({ stamp, body });
  if (!verdict.ok)
    throw new ApiError('SIGNATURE_INVALID', `could not verify attested signature: ${verdict.error.message}`);
  const named = await lookUps.read(organizationId, (sql) => findOrganization(sql, services, organizationId));
  const attestation = await verifyAttestation(services, stamp, named);
  const { organization, user, credentialId } = await lookUps.read(organizationId, (sql) =>
    findAttested({ sql, services, organization: named }, attestation),
  );
  const { id: userId, name: userName, isRoot } = user;
  const evidence = {
    publicKey: stamp.publicKey,
    // The token says whose key it is; verifying the stamp again needs it.
    signature: JSON.stringify({
      scheme: stamp.scheme,
      publicKeyAttestation: stamp.attestation,
      signature: Buffer.from(stamp.signature).toString('hex'),
    }),
    scheme: attestedVoteScheme,
  };
  return { organization, userId, userName, isRoot, credentialId, stamp: evidence, attestation };
}

async function findOrganization(sql: Sql, services: AttestingServices, id: string): Promise<Organization> {
  const row = await requireOrganization({ sql, services, organization: { id } });
  if (row.deletedAt) throw new ApiError('ORGANIZATION_NOT_FOUND');
  const { parentId, name, rootThreshold, source } = row;
  return { id, parentId, name, rootThreshold, source };
}

async function verifyAttestation(
  services: AttestingServices,
  stamp: AttestedStamp,
  organization: Organization,
): Promise<Attestation> {
  if (stamp.scheme === attestedSchemes.verificationToken) {
    const claims = await verifyToken({ organization, services }, stamp.attestation);
    if (claims.public_key !== stamp.publicKey)
      throw invalidToken('it is bound to a key other than the key of the stamp');
    return { claims };
  }
  const identity = await services.oidc.verify(stamp.attestation, { signal: AbortSignal.timeout(patienceMs) });
  requireNonce(identity, stamp.publicKey);
  return { identity };
}

interface Place {
  readonly sql: Sql;
  readonly services: AttestingServices;
  readonly organization: Organization;
}

/** Finds the user in the organization itself, else in its one sub-organization with such a user. */
async function findAttested(place: Place, attestation: Attestation): Promise<Found> {
  const { sql, services, organization } = place;
  const own = await findIn(place, attestation);
  if (own) return own;
  if (organization.parentId !== null) throw notFound();
  const search = { parentId: organization.id, ...soughtBy(attestation) };
  const ids = await searchDirectory(sql, services.macs, search, { max: maxBelow + 1 });
  if (ids.length > maxBelow) throw new ApiError('CREDENTIAL_CONFLICT');
  const found: Found[] = [];
  for (const id of ids) {
    const below = await findOrganization(sql, services, id);
    const user =
      below.parentId === organization.id && (await findIn({ sql, services, organization: below }, attestation));
    if (user) found.push(user);
  }
  const [one, another] = found;
  if (!one) throw notFound();
  if (another) throw new ApiError('CREDENTIAL_CONFLICT');
  return one;
}

const notFound = () =>
  new ApiError(
    'CREDENTIAL_NOT_FOUND',
    'could not find a user with the contact or identity of the token in this organization',
  );

const soughtBy = ({ claims, identity }: Attestation): SoughtContact | { kind: 'oidcIdentity'; value: string } =>
  identity ? { kind: 'oidcIdentity', value: identityText(identity) } : soughtByToken(claims);

/** The user of an organization whom a token names. */
async function findIn(place: Place, { claims, identity }: Attestation): Promise<Found | undefined> {
  const { organization } = place;
  if (identity) {
    const link = await findLink(place, identity);
    const [user] = link ? await readUsers(place, [link.userId]) : [];
    return link && user && { organization, user, credentialId: link.id };
  }
  const { contact } = otpTypes[claims.verification_type];
  const having = await usersWithContact(place, contact, claims.contact);
  const verified = having.filter((user) => user[verifiedColumn[contact]]);
  // A parent is named by everybody who does not know their sub-organization. There, only a proof from before counts.
  const [one, another] = verified.length > 0 || organization.parentId === null ? verified : having;
  if (another) throw new ApiError('AMBIGUOUS_CONTACT');
  const [user] = one ? await readUsers(place, [one.id]) : [];
  return user && { organization, user, credentialId: user.id };
}
