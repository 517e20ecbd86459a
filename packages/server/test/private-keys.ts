import { randomBytes, randomUUID } from 'node:crypto';
import type { AuthorityRows } from '../src/authority/authority-tables.ts';
import { RowWriter } from '../src/authority/row-writer.ts';
import { auditRows } from './arrange-rows.ts';
import type { Actor, Service } from './service.ts';

/** The row of a private key, with a secret that nobody can open. */
export const newPrivateKey = (organizationId: string, now: Date): AuthorityRows['private_keys'] => {
  const id = randomUUID();
  return {
    organizationId,
    id,
    name: id,
    curve: 'CURVE_SECP256K1',
    publicKey: randomBytes(33).toString('hex'),
    addressFormats: [],
    addresses: [],
    secret: Buffer.concat([Buffer.of(1), randomBytes(60)]),
    exported: false,
    imported: false,
    createdAt: now,
    updatedAt: now,
  };
};

/** Adds the row of a private key to an organization, and returns its id. */
export const addPrivateKey = async (service: Service, { organizationId }: Actor): Promise<string> => {
  const key = newPrivateKey(organizationId, new Date());
  await service.database.transaction(async (sql) => {
    const writer = new RowWriter(sql, service.macs, { id: organizationId, parentId: null });
    await sql`insert into private_keys ${sql(writer.sealed('private_keys', key))}`;
    await auditRows(service, sql, { id: organizationId }, await writer.finish());
  });
  return key.id;
};

/** The private keys that have a tag. */
export const keysWithTag = async ({ database }: Service, tagId: string): Promise<string[]> => {
  const rows = await database.query(
    (sql) => sql<{ privateKeyId: string }[]>`
      select private_key_id from private_key_tags where tag_id = ${tagId} order by private_key_id`,
  );
  return rows.map(({ privateKeyId }) => privateKeyId);
};
