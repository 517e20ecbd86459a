import { randomUUID } from 'node:crypto';
import type { SessionProfile } from '@mintmark/schema/fields/sessions/session-profile';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { tenantIdOf } from '../../core/model/organization.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { sessionProfilesTable } from './session-profiles-table.ts';

export type SessionProfileRow = Authenticated<RowOf<typeof sessionProfilesTable>>;

/** A profile to be stored. */
type NewSessionProfile = Pick<SessionProfileRow, 'name' | 'scope' | 'expirationSeconds' | 'notes'>;

const maxPerOrganization = 100;

/** The types of sessions without a profile. A profile of this name would make a limited session look like another. */
const reservedNames: readonly string[] = ['SESSION_TYPE_READ_WRITE', 'SESSION_TYPE_READ_ONLY'];

/** The organization that has the profiles: the top-level one, also for its sub-organizations. */
const ownerOf = ({ organization }: Pick<ReadContext, 'organization'>) => ({ id: tenantIdOf(organization) });

/** A profile that sessions of the organization can have, if there is one with this id. Profiles never change. */
export async function readSessionProfile(
  context: ReadContext,
  sessionProfileId: string,
): Promise<SessionProfileRow | undefined> {
  const { sql, services } = context;
  const owner = ownerOf(context);
  const id = sessionProfileId.toLowerCase();
  const rows = await sql<SessionProfileRow[]>`
    select * from session_profiles where ${ofOrganization(sql, owner)} and id = ${id}`;
  const [row] = services.macs.genuine(sessionProfilesTable, rows, { ...ownerColumns(owner), id });
  return row;
}

export async function requireSessionProfile(
  context: ReadContext,
  sessionProfileId: string,
): Promise<SessionProfileRow> {
  const row = await readSessionProfile(context, sessionProfileId);
  if (!row) throw new ApiError('SESSION_PROFILE_NOT_FOUND');
  return row;
}

/** All profiles that sessions of the organization can have, newest first. */
export async function readSessionProfiles(context: ReadContext): Promise<SessionProfileRow[]> {
  const { sql, services } = context;
  const owner = ownerOf(context);
  const rows = await sql<SessionProfileRow[]>`
    select * from session_profiles where ${ofOrganization(sql, owner)} order by created_at desc, id desc`;
  return services.macs.genuine(sessionProfilesTable, rows, ownerColumns(owner));
}

/** Stores a profile, and returns its id. */
export async function insertSessionProfile(context: ChangeContext, profile: NewSessionProfile): Promise<string> {
  const { sql, organization, now, writer } = context;
  if (reservedNames.includes(profile.name)) throw new ApiError('ALREADY_EXISTS', 'this name is reserved');
  const profiles = await readSessionProfiles(context);
  if (profiles.length >= maxPerOrganization)
    throw new ApiError(
      'RESOURCE_LIMIT_EXCEEDED',
      `an organization can have at most ${maxPerOrganization} session profiles`,
    );
  const id = randomUUID();
  const row = writer.sealed(sessionProfilesTable, {
    ...ownerColumns(organization),
    id,
    ...profile,
    createdAt: now,
    updatedAt: now,
  });
  const inserted = await sql`
    insert into session_profiles ${sql(row)} on conflict (organization_id, name) do nothing returning id`;
  if (inserted.length === 0) throw new ApiError('ALREADY_EXISTS', 'a session profile with this name already exists');
  return id;
}

/** A session profile, as answers show it. */
export const sessionProfileRecord = (row: SessionProfileRow): z.output<typeof SessionProfile> => ({
  sessionProfileId: row.id,
  sessionProfileName: row.name,
  scope: row.scope,
  ...(row.expirationSeconds !== null && { expirationSeconds: String(row.expirationSeconds) }),
  ...(row.notes !== '' && { notes: row.notes }),
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});
