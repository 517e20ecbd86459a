import { randomBytes, randomUUID } from 'node:crypto';
import { RowWriter } from '../src/authority/row-writer.ts';
import { auditRows } from './arrange-rows.ts';
import type { Actor, Service } from './service.ts';

/** Adds the row of a private key to an organization, with a secret that nobody can open, and returns its id. */
export const addPrivateKey = async (service: Service, { organizationId }: Actor): Promise<string> => {
  const id = randomUUID();
  await service.database.transaction(async (sql) => {
    const now = new Date();
    const writer = new RowWriter(sql, service.macs, { id: organizationId, parentId: null });
    const row = writer.sealed('private_keys', {
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
    });
    await sql`insert into private_keys ${sql(row)}`;
    await auditRows(service, sql, { id: organizationId }, await writer.finish());
  });
  return id;
};

/** The private keys that have a tag. */
export const keysWithTag = async ({ database }: Service, tagId: string): Promise<string[]> => {
  const rows = await database.query(
    (sql) => sql<{ privateKeyId: string }[]>`
      select private_key_id from private_key_tags where tag_id = ${tagId} order by private_key_id`,
  );
  return rows.map(({ privateKeyId }) => privateKeyId);
};
