import { RowWriter } from '../src/authority/row-writer.ts';
import { auditRows } from './arrange-rows.ts';
import type { Actor, Service } from './service.ts';

/** Adds a private key tag to a top-level organization. No operation creates one yet. */
export const addKeyTag = (service: Service, { organizationId }: Actor, id: string): Promise<void> =>
  service.database.transaction(async (sql) => {
    const now = new Date();
    const writer = new RowWriter(sql, service.macs, { id: organizationId, parentId: null });
    const tag = {
      organizationId,
      id,
      type: 'TAG_TYPE_PRIVATE_KEY',
      name: 'Keys',
      createdAt: now,
      updatedAt: now,
    } as const;
    await sql`insert into tags ${sql(writer.sealed('tags', tag))}`;
    await auditRows(service, sql, { id: organizationId }, await writer.finish());
  });
