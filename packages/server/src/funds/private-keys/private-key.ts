import { canonicalAddress } from '@mintmark/chains/addresses';
import type { AddressDerivation } from '@mintmark/stamper/proofs';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { type OrganizationKey, ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { NewPrivateKey } from '../../custody/keys/private-keys.ts';
import { privateKeysTable } from '../../custody/keys/private-keys-table.ts';

export type PrivateKeyRow = Authenticated<RowOf<typeof privateKeysTable>>;

const maxPrivateKeys = 1_000;

/** The private keys of an organization, or only those with the given ids, newest first. */
export async function readPrivateKeys(
  { sql, organization, services: { macs } }: ReadContext,
  ids?: readonly string[],
): Promise<PrivateKeyRow[]> {
  const asked = ids && distinctIds(ids);
  const rows = await sql<PrivateKeyRow[]>`
    select * from private_keys
    where ${ofOrganization(sql, organization)} ${asked ? sql`and id = any(${asked}::uuid[])` : sql``}
    order by created_at desc, id desc`;
  return macs.genuine(privateKeysTable, rows, { ...ownerColumns(organization), ...(asked && { id: asked }) });
}

/** The private keys that have an address, newest first: the same key may be imported twice. */
export async function readPrivateKeysByAddress(
  { sql, organization, services: { macs } }: ReadContext,
  address: string,
): Promise<PrivateKeyRow[]> {
  const asked = canonicalAddress(address);
  const rows = await sql<PrivateKeyRow[]>`
    select * from private_keys
    where ${ofOrganization(sql, organization)} and addresses @> array[${asked}]::text[]
    order by created_at desc, id desc`;
  const genuine = await macs.genuine(privateKeysTable, rows, ownerColumns(organization));
  return genuine.filter(({ addresses }) => addresses.includes(asked));
}

/** The private keys that have one of these public keys, newest first. */
export async function readPrivateKeysByPublicKey(
  { sql, organization, services: { macs } }: ReadContext,
  publicKeys: readonly string[],
): Promise<PrivateKeyRow[]> {
  const rows = await sql<PrivateKeyRow[]>`
    select * from private_keys
    where ${ofOrganization(sql, organization)} and public_key = any(${[...publicKeys]}::text[])
    order by created_at desc, id desc`;
  return macs.genuine(privateKeysTable, rows, { ...ownerColumns(organization), publicKey: publicKeys });
}

/** All private keys of an organization. Fails if one was changed in the database, since it would count as absent. */
export async function requireAllPrivateKeys(context: ReadContext): Promise<PrivateKeyRow[]> {
  const { sql, organization } = context;
  const [[{ count }], keys] = await Promise.all([
    sql<[{ count: bigint }]>`select count(*) from private_keys where ${ofOrganization(sql, organization)}`.execute(),
    readPrivateKeys(context),
  ]);
  if (keys.length < count) throw new TamperedError('a private key was changed outside of this service');
  return keys;
}

/** Reads private keys of the organization, and refuses ids that are not among them. */
export async function requirePrivateKeys(context: ReadContext, ids: readonly string[]): Promise<PrivateKeyRow[]> {
  const keys = await readPrivateKeys(context, ids);
  if (keys.length < distinctIds(ids).length) throw new ApiError('RESOURCE_NOT_FOUND', 'no such private key');
  return keys;
}

/** The same for one private key. */
export async function requirePrivateKey(context: ReadContext, id: string): Promise<PrivateKeyRow> {
  const [key] = await requirePrivateKeys(context, [id]);
  return key as PrivateKeyRow;
}

/** Refuses new private keys that the organization has no room for, or whose names are taken. */
export async function requireRoomForPrivateKeys(
  { sql, organization }: ReadContext,
  names: readonly string[],
): Promise<void> {
  const hasTwins = new Set(names).size < names.length;
  const [{ count, isTaken }] = await sql<[{ count: bigint; isTaken: boolean | null }]>`
    select count(*), bool_or(name = any(${[...names]}::text[])) as is_taken from private_keys
    where ${ofOrganization(sql, organization)}`;
  if (isTaken || hasTwins) throw new ApiError('ALREADY_EXISTS', 'a private key with this name already exists');
  if (Number(count) + names.length > maxPrivateKeys)
    throw new ApiError('RESOURCE_LIMIT_EXCEEDED', `this organization can have at most ${maxPrivateKeys} private keys`);
}

/** Stores new private keys. */
export async function insertPrivateKeys(
  { sql, organization, writer, now }: ChangeContext,
  keys: readonly (NewPrivateKey & { readonly name: string })[],
  { imported }: { readonly imported: boolean },
): Promise<void> {
  const times = { createdAt: now, updatedAt: now };
  const rows = keys.map((key) =>
    writer.sealed(privateKeysTable, { ...ownerColumns(organization), ...key, exported: false, imported, ...times }),
  );
  await sql`insert into private_keys ${sql(rows)}`;
}

/** The addresses of a private key, as answers show them. */
export const addressesOf = ({ addressFormats, addresses }: Pick<PrivateKeyRow, 'addressFormats' | 'addresses'>) =>
  addressFormats.map((format, index) => ({ format, address: addresses[index] as string }));

/** The same, for proofs: a private key has no wallet and no path. */
export const derivationsOf = (
  { id: organizationId }: OrganizationKey,
  { addresses }: Pick<PrivateKeyRow, 'addresses'>,
): AddressDerivation[] => addresses.map((address) => ({ organizationId, address }));
