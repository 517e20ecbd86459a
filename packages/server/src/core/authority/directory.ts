import { hash } from 'node:crypto';
import type { Sql } from '../../storage/store/database.ts';
import type { AuthorityRows, AuthorityTable } from './authority-tables.ts';
import type { Authenticated, RowMacs } from './row-macs.ts';

/** What a parent can search for in its sub-organizations. */
export type DirectoryKind = AuthorityRows['directory']['kind'];

/** An entry of the directory, without its organizations. */
export type DirectoryEntry = Pick<AuthorityRows['directory'], 'kind' | 'digest' | 'rowId'>;

type Row = Readonly<Record<string, unknown>>;

/** The value for the kinds `organization` and `verifiedContact`, which find all organizations, and all with a verified contact. */
export const anyOrganization = '';

/** An identity at an OpenID Connect provider as one text. */
export const identityText = ({
  issuer,
  audience,
  subject,
}: Readonly<Record<'issuer' | 'audience' | 'subject', unknown>>) => JSON.stringify([issuer, audience, subject]);

/** The values of a row that can be searched for. */
const searchable: { readonly [T in AuthorityTable]?: (row: Row) => { readonly [Kind in DirectoryKind]?: unknown } } = {
  organizations: ({ name }) => ({ organization: anyOrganization, organizationName: name }),
  users: ({ name, email, emailVerified, phoneNumber, phoneNumberVerified }) => ({
    userName: name,
    email,
    phoneNumber,
    verifiedEmail: emailVerified ? email : null,
    verifiedPhoneNumber: phoneNumberVerified ? phoneNumber : null,
    verifiedContact: emailVerified || phoneNumberVerified ? anyOrganization : null,
  }),
  api_keys: ({ publicKey }) => ({ publicKey }),
  authenticators: ({ credentialId }) => ({ passkey: credentialId }),
  oauth_providers: ({ issuer, audience, subject }) => ({ oidcIdentity: identityText({ issuer, audience, subject }) }),
  wallet_accounts: ({ address }) => ({ accountAddress: address }),
};

/** The entries that the directory has for a row of a sub-organization; none for a deleted row. */
export function directoryEntries<T extends AuthorityTable>(table: T, row: AuthorityRows[T]): DirectoryEntry[] {
  const { id, deletedAt, ...columns }: Row = { ...row };
  if (deletedAt) return [];
  return Object.entries(searchable[table]?.(columns) ?? {}).flatMap(([kind, value]) =>
    typeof value === 'string' ? { kind: kind as DirectoryKind, digest: digestOf(value), rowId: String(id) } : [],
  );
}

/** The name of an entry among those of its organization. */
export const entryName = ({ kind, digest, rowId }: DirectoryEntry): string =>
  `${kind} ${Buffer.from(digest).toString('hex')} ${rowId}`;

interface Search {
  readonly parentId: string;
  readonly kind: DirectoryKind;
  readonly value: string;
}

/** Which of the organizations found to return: the newest, or those nearest to `newerThan` if only that is given. */
interface Range {
  readonly most: number;
  readonly olderThan?: string | undefined;
  readonly newerThan?: string | undefined;
}

/** The ids of the sub-organizations in which a value is found, newest first. */
export async function searchDirectory(
  sql: Sql,
  macs: RowMacs,
  { parentId, kind, value }: Search,
  { most, olderThan, newerThan }: Range,
): Promise<string[]> {
  const digest = digestOf(value);
  const isUpwards = newerThan !== undefined && olderThan === undefined;
  const rows = await sql<Authenticated<AuthorityRows['directory']>[]>`
    select distinct on (organization_id) * from directory
    where parent_id = ${parentId} and kind = ${kind} and digest = ${digest}
      ${olderThan === undefined ? sql`` : sql`and organization_id < ${olderThan}`}
      ${newerThan === undefined ? sql`` : sql`and organization_id > ${newerThan}`}
    order by ${isUpwards ? sql`organization_id, row_id` : sql`organization_id desc, row_id desc`} limit ${most}`;
  const ids = macs.genuine('directory', rows, { parentId, kind, digest }).map(({ organizationId }) => organizationId);
  return isUpwards ? ids.reverse() : ids;
}

/** The ids of the sub-organizations in which both of two values are found. It is one statement, whatever is found. */
export async function searchDirectoryForBoth(
  sql: Sql,
  macs: RowMacs,
  parentId: string,
  { first, second, most }: Readonly<Record<'first' | 'second', Omit<Search, 'parentId'>>> & Pick<Range, 'most'>,
): Promise<string[]> {
  const { kind } = first;
  const digest = digestOf(first.value);
  const rows = await sql<Authenticated<AuthorityRows['directory']>[]>`
    select distinct on (organization_id) * from directory
    where parent_id = ${parentId} and kind = ${kind} and digest = ${digest}
      and organization_id in (
        select organization_id from directory
        where parent_id = ${parentId} and kind = ${second.kind} and digest = ${digestOf(second.value)}
      )
    order by organization_id, row_id limit ${most}`;
  return macs.genuine('directory', rows, { parentId, kind, digest }).map(({ organizationId }) => organizationId);
}

const digestOf = (value: string): Buffer => hash('sha256', value, 'buffer');
