import type { RowMacs } from '../../core/authority/row-macs.ts';
import { requireServiceKeys } from '../../custody/secrets/service-keys.ts';
import type { Vault } from '../../custody/secrets/vault.ts';
import type { Database } from '../../storage/store/database.ts';
import { findFirstOrganization } from './find-first-organization.ts';
import { makeOrganization, type NewOrganization, type Root } from './make-organization.ts';

export interface FurtherOrganizationOptions extends NewOrganization {
  readonly database: Database;
  readonly vault: Vault;
  readonly macs: RowMacs;
  /** Saves what was created. If it fails, everything is rolled back. */
  readonly keep: (root: Root) => Promise<void>;
}

/** Creates a top-level organization beside the one of the first start. */
export function makeFurtherOrganization({ database, vault, macs, now, keep, ...wanted }: FurtherOrganizationOptions) {
  return database.transaction(async (sql): Promise<Root> => {
    // A rotation of the master key would miss a data key that is created meanwhile.
    const [instance] = await sql<[{ id: string }]>`select id from instance for update`;
    const keeper = { vault, macs, instanceId: instance.id };
    const keys = await requireServiceKeys(sql, keeper);
    const first = await findFirstOrganization(sql, macs, instance.id);
    // Ids sort by time. The first organization has to stay the first, even if this clock is behind.
    const at = new Date(Math.max(now.getTime(), first.createdAt.getTime() + 1));
    const root = await makeOrganization(sql, { ...keeper, keys }, { ...wanted, now: at });
    // Before the commit: nobody could use an organization whose only key was lost.
    await keep(root);
    return root;
  });
}
