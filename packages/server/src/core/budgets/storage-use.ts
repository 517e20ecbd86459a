import type { StorageUse } from '@mintmark/schema/fields/organizations/storage-use';
import type { z } from 'zod';
import type { InputsContext } from '../handlers/implement.ts';
import { ofOrganization } from '../model/of-organization.ts';
import { storageLimit } from './storage-budget.ts';

/** How much an organization has stored and may store; undefined while the rows of an older version are not counted. */
export async function readStorageUse({
  sql,
  organization,
  services: { limits },
}: InputsContext): Promise<z.output<typeof StorageUse> | undefined> {
  const here = ofOrganization(sql, organization);
  const [[own], [total]] = await Promise.all([
    sql<{ bytes: bigint | null }[]>`select bytes + earlier_bytes as bytes from audit_heads where ${here}`.execute(),
    sql<{ bytes: bigint }[]>`select bytes from storage_totals where ${here}`,
  ]);
  if (!own || own.bytes === null) return undefined;
  // The total is a few seconds behind.
  const used = Math.max(Number(own.bytes), Number(total?.bytes ?? 0));
  const limit = storageLimit(limits, organization);
  return { usedBytes: `${used}`, limitBytes: `${limit}`, leftBytes: `${Math.max(limit - used, 0)}` };
}
