import type { PrivateKey } from '@mintmark/schema/fields/private-keys/private-key';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { privateKeyTagsTable } from '../../identity/tags/private-key-tags-table.ts';
import { addressesOf, type PrivateKeyRow } from './private-key.ts';

/** The ids of the tags of private keys, by the id of the key. */
export async function readTagsOf(
  { sql, organization, services: { macs } }: ReadContext,
  keys: readonly PrivateKeyRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = keys.map(({ id }) => id);
  const links = await sql<Authenticated<RowOf<typeof privateKeyTagsTable>>[]>`
    select * from private_key_tags
    where ${ofOrganization(sql, organization)} and private_key_id = any(${ids}::uuid[])
    order by tag_id`;
  const genuine = macs.genuine(privateKeyTagsTable, links, { ...ownerColumns(organization), privateKeyId: ids });
  const tags = Map.groupBy(genuine, ({ privateKeyId }) => privateKeyId);
  return new Map([...tags].map(([id, rows]) => [id, rows.map(({ tagId }) => tagId)]));
}

/** Private keys with their tags, as answers show them. */
export async function privateKeyRecords(
  context: ReadContext,
  keys: readonly PrivateKeyRow[],
): Promise<z.output<typeof PrivateKey>[]> {
  const tags = await readTagsOf(context, keys);
  return keys.map((key) => ({
    privateKeyId: key.id,
    publicKey: key.publicKey,
    privateKeyName: key.name,
    curve: key.curve,
    addresses: addressesOf(key),
    privateKeyTags: [...(tags.get(key.id) ?? [])],
    createdAt: timestamp(key.createdAt),
    updatedAt: timestamp(key.updatedAt),
    exported: key.exported,
    imported: key.imported,
  }));
}
