import type { RowMacs } from '../../core/authority/row-macs.ts';
import { SecretsError } from '../../custody/secrets/secrets-error.ts';
import { laterKeyPurposes, readServiceKey, serviceKeyPurposes } from '../../custody/secrets/service-keys.ts';
import type { DataKeyPurpose, Vault } from '../../custody/secrets/vault.ts';
import { topOrganizations } from '../../identity/organizations/across-organizations.ts';
import type { Sql } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';

/** Verifies that the service created its service keys, and that every data key opens. */
export async function verifyKeys(
  sql: Sql,
  { vault, macs }: { readonly vault: Vault; readonly macs: RowMacs },
  report: (subject: string, problem: string) => void,
): Promise<void> {
  const [instance] = await sql<{ id: string }[]>`select id from instance`;
  if (!instance) return report('instance', 'is missing');
  const purposes = [...serviceKeyPurposes, ...laterKeyPurposes];
  for (const purpose of purposes) {
    const subject = `service_keys/${purpose}`;
    try {
      const key = await readServiceKey(sql, { vault, macs, instanceId: instance.id }, purpose);
      // The next start makes a later one.
      if (!key && serviceKeyPurposes.some((one) => one === purpose)) report(subject, 'is missing');
      key?.privateKey.fill(0);
    } catch (error) {
      report(subject, reasonOf(error));
    }
  }
  const foreign = await sql<{ purpose: string }[]>`
    select purpose from service_keys
    where tenant_id <> ${instance.id} or purpose <> all(${purposes}::text[])`;
  for (const { purpose } of foreign) report(`service_keys/${purpose}`, 'was not created by this service');
  const verifyDataKey = async (id: string, purpose: DataKeyPurpose) => {
    try {
      await vault.requireDataKey(sql, id, purpose);
    } catch (error) {
      report(`data_keys/${id}/${purpose}`, reasonOf(error));
    }
  };
  await verifyDataKey(instance.id, 'seal');
  await verifyDataKey(instance.id, 'authenticate');
  const batches = readInBatches<{ id: string }>(1_000, (last, max) => topOrganizations(sql, { max, after: last?.id }));
  for await (const tenants of batches) for (const { id } of tenants) await verifyDataKey(id, 'seal');
}

function reasonOf(error: unknown): string {
  if (error instanceof SecretsError) return `cannot be used: ${error.message}`;
  throw error;
}
