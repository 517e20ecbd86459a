import { RowWriter } from '../src/core/authority/row-writer.ts';
import { privateKeysTable } from '../src/custody/keys/private-keys-table.ts';
import type { OrganizationRow } from '../src/identity/organizations/organization-row.ts';
import { auditRows } from './arrange-rows.ts';
import { newPrivateKey, sealFor } from './key-rows.ts';
import type { Actor, Service } from './service.ts';

/** Adds the row of a private key to an organization, and returns its id. */
export const addPrivateKey = async (service: Service, { organizationId: id }: Actor): Promise<string> =>
  service.database.transaction(async (sql) => {
    const [organization] = await sql<[OrganizationRow]>`select * from organizations where id = ${id}`;
    const writer = new RowWriter(sql, service.macs, organization);
    const key = await newPrivateKey({ organization, now: new Date() }, sealFor(service, { sql, organization }));
    await sql`insert into private_keys ${sql(writer.sealed(privateKeysTable, key))}`;
    await auditRows(service, sql, organization, await writer.finish(), writer.bytes);
    return key.id;
  });

/** The private keys that have a tag. */
export const keysWithTag = async ({ database }: Service, tagId: string): Promise<string[]> => {
  const rows = await database.query(
    (sql) => sql<{ privateKeyId: string }[]>`
      select private_key_id from private_key_tags where tag_id = ${tagId} order by private_key_id`,
  );
  return rows.map(({ privateKeyId }) => privateKeyId);
};
