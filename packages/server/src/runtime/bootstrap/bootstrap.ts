import type { Signer } from '@mintmark/stamper/bundles';
import { type ForgedRow, RowMacs } from '../../core/authority/row-macs.ts';
import type { ClientSecrets } from '../../core/ports/client-secrets.ts';
import type { TokenKeys } from '../../core/ports/token-keys.ts';
import type { WebhookSigner } from '../../core/ports/webhook-settings.ts';
import { createClientSecrets } from '../../custody/secrets/client-secrets.ts';
import { makeServiceKeys, requireServiceKeys } from '../../custody/secrets/service-keys.ts';
import { openServiceSigner } from '../../custody/secrets/service-signer.ts';
import { buildTokenKeys } from '../../custody/secrets/token-keys.ts';
import type { Vault } from '../../custody/secrets/vault.ts';
import { provideWebhookSigner } from '../../custody/secrets/webhook-signer.ts';
import { hasOrganizations } from '../../identity/organizations/across-organizations.ts';
import type { Database } from '../../storage/store/database.ts';
import { patience } from '../../storage/store/patience.ts';
import { findFirstOrganization } from './find-first-organization.ts';
import { makeOrganization, type Root } from './make-organization.ts';

export interface BootstrapOptions {
  readonly database: Database;
  readonly vault: Vault;
  /** The public key of the first root user (compressed P-256). Without it, a key pair is generated. */
  readonly rootPublicKey?: string | undefined;
  readonly now: Date;
  /** Saves what was created. If it fails, everything is rolled back. */
  readonly keep?: (root: Root) => Promise<void>;
  /** Called for each row that this service did not write. */
  readonly onForged?: (row: ForgedRow) => void;
}

export interface Bootstrapped {
  /** The first organization, new or existing. */
  readonly organizationId: string;
  /** What this call created, if anything. */
  readonly root: Root | undefined;
  readonly macs: RowMacs;
  /** Signs the bundles of exports and imports. */
  readonly signer: Signer;
  readonly tokenKeys: TokenKeys;
  readonly clientSecrets: ClientSecrets;
  /** Signs the events that webhook endpoints get. */
  readonly webhookSigner: WebhookSigner;
}

/** Creates the keys of the service and the first organization with its root user, unless they exist. */
export function bootstrap({ database, vault, rootPublicKey, now, keep = async () => {}, onForged }: BootstrapOptions) {
  return database.transaction(async (sql): Promise<Bootstrapped> => {
    // Only one of several processes bootstraps. The others wait for this lock and then find what it created.
    const [instance] = await sql<[{ id: string }]>`select id from instance for update`;
    const known = await hasOrganizations(sql);
    await vault.provideDataKey(sql, instance.id, now);
    // A new key would invalidate every existing row.
    if (!known) await vault.provideDataKey(sql, instance.id, now, 'authenticate');
    const macs = new RowMacs(await vault.openMacKey(sql, instance.id), onForged);
    const keeper = { vault, macs, instanceId: instance.id };
    // A missing service key is not replaced either: clients pin it, and it signed the audit heads that operators keep.
    const keys = known ? await requireServiceKeys(sql, keeper) : await makeServiceKeys(sql, keeper, now);
    const opened = {
      macs,
      signer: await openServiceSigner(sql, keeper, 'signer'),
      tokenKeys: await buildTokenKeys({
        notarizer: await openServiceSigner(sql, keeper, 'notarizer'),
        otp: await openServiceSigner(sql, keeper, 'otp'),
      }),
      clientSecrets: createClientSecrets(database, keeper),
      webhookSigner: await provideWebhookSigner(sql, keeper, now),
    };
    if (known) {
      const { id: organizationId } = await findFirstOrganization(sql, macs);
      await vault.requireDataKey(sql, organizationId, 'seal');
      return { organizationId, root: undefined, ...opened };
    }
    const root = await makeOrganization(sql, { ...keeper, keys }, { name: 'Mintmark', rootPublicKey, now });
    // Before the commit: nobody could use an organization whose only key was lost.
    await keep(root);
    return { organizationId: root.organizationId, root, ...opened };
  }, patience);
}
