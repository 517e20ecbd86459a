import type { Signer } from '@mintmark/stamper/bundles';
import { type ForgedRow, RowMacs } from '../../core/authority/row-macs.ts';
import type { ClientSecrets } from '../../core/ports/client-secrets.ts';
import type { TokenKeys } from '../../core/ports/token-keys.ts';
import type { WebhookSigner } from '../../core/ports/webhook-settings.ts';
import { createClientSecrets } from '../../custody/secrets/client-secrets.ts';
import {
  type Keeper,
  laterKeyPurposes,
  makeServiceKeys,
  requireServiceKeys,
  serviceKeyPurposes,
} from '../../custody/secrets/service-keys.ts';
import { openServiceSigner } from '../../custody/secrets/service-signer.ts';
import { buildTokenKeys } from '../../custody/secrets/token-keys.ts';
import { dataKeyPurposes, type Vault } from '../../custody/secrets/vault.ts';
import { provideWebhookSigner, requireWebhookSigner } from '../../custody/secrets/webhook-signer.ts';
import { hasOrganizations } from '../../identity/organizations/across-organizations.ts';
import type { Database, Sql } from '../../storage/store/database.ts';
import { isMachineAway } from '../../storage/store/distribution.ts';
import { patience } from '../../storage/store/patience.ts';
import { findFirstOrganization, firstTenant } from './find-first-organization.ts';
import { makeOrganization, type Root } from './make-organization.ts';

export interface BootstrapOptions {
  readonly database: Database;
  readonly vault: Vault;
  /** The public key of the first root user (compressed P-256). Without it, a key pair is generated. */
  readonly rootPublicKey?: string | undefined;
  readonly now: Date;
  /** Saves what was created. If it fails, everything is rolled back. */
  readonly keep?: (root: Root) => Promise<void>;
  /** Called with what the operator should know. */
  readonly report?: (message: string) => void;
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

/** Opens the keys of the service. Creates them, and the first organization with its root user, unless they exist. */
export async function bootstrap(options: BootstrapOptions): Promise<Bootstrapped> {
  const { database, vault, report = () => {} } = options;
  // Nothing is locked if nothing has to be created: a distributed database locks this row on all machines, and one may be away.
  const { instanceId, root, ...opened } = (await openComplete(options)) ?? (await create(options));
  const find = async (sql: Sql) => (await findFirstOrganization(sql, opened.macs, instanceId)).id;
  const findAnyway = async (error: unknown) => {
    if (!(await isMachineAway(database, error))) throw error;
    report('a machine of the database does not respond: its organizations can be used when it is back');
    return await database.query((sql) => firstTenant(sql, instanceId), patience);
  };
  const organizationId = root?.organizationId ?? (await database.query(find, patience).catch(findAnyway));
  await database.query((sql) => vault.requireDataKey(sql, organizationId, 'seal'), patience);
  return { organizationId, root, ...opened };
}

interface Opened extends Omit<Bootstrapped, 'organizationId'> {
  readonly instanceId: string;
}

/** Only reads. Undefined if something is missing: then `create` creates it, or says why it cannot. */
function openComplete({ database, vault, onForged }: BootstrapOptions): Promise<Opened | undefined> {
  return database.query(async (sql) => {
    const [{ id: instanceId }] = await sql<[{ id: string }]>`select id from instance`;
    if (!(await hasAllKeys(sql, instanceId))) return undefined;
    const keeper = { vault, macs: new RowMacs(await vault.openMacKey(sql, instanceId), onForged), instanceId };
    await requireServiceKeys(sql, keeper);
    const webhookSigner = await requireWebhookSigner(sql, keeper);
    return { instanceId, root: undefined, webhookSigner, ...(await openKeys(sql, database, keeper)) };
  }, patience);
}

/** Whether the keys of the service are there, whoever wrote them. */
async function hasAllKeys(sql: Sql, instanceId: string): Promise<boolean> {
  const [{ count }] = await sql<[{ count: number }]>`
    select (select count(*) from data_keys where tenant_id = ${instanceId})::integer
      + (select count(*) from service_keys where tenant_id = ${instanceId})::integer as count`;
  return count === dataKeyPurposes.length + serviceKeyPurposes.length + laterKeyPurposes.length;
}

function create({ database, vault, rootPublicKey, now, keep = async () => {}, onForged }: BootstrapOptions) {
  return database.transaction(async (sql): Promise<Opened> => {
    // Only one of several processes bootstraps. The others wait for this lock and then find what it created.
    const [{ id: instanceId }] = await sql<[{ id: string }]>`select id from instance for update`;
    const known = await hasOrganizations(sql);
    await vault.provideDataKey(sql, instanceId, now);
    // A new key would invalidate every existing row.
    if (!known) await vault.provideDataKey(sql, instanceId, now, 'authenticate');
    const keeper = { vault, macs: new RowMacs(await vault.openMacKey(sql, instanceId), onForged), instanceId };
    // A missing service key is not replaced either: clients pin it, and it signed the audit heads that operators keep.
    const keys = known ? await requireServiceKeys(sql, keeper) : await makeServiceKeys(sql, keeper, now);
    const webhookSigner = await provideWebhookSigner(sql, keeper, now);
    const opened = { instanceId, webhookSigner, ...(await openKeys(sql, database, keeper)) };
    if (known) return { ...opened, root: undefined };
    const root = await makeOrganization(sql, { ...keeper, keys }, { name: 'Mintmark', rootPublicKey, now });
    // Before the commit: nobody could use an organization whose only key was lost.
    await keep(root);
    return { ...opened, root };
  }, patience);
}

const openKeys = async (sql: Sql, database: Database, keeper: Keeper) => ({
  macs: keeper.macs,
  signer: await openServiceSigner(sql, keeper, 'signer'),
  tokenKeys: await buildTokenKeys({
    notarizer: await openServiceSigner(sql, keeper, 'notarizer'),
    otp: await openServiceSigner(sql, keeper, 'otp'),
  }),
  clientSecrets: createClientSecrets(database, keeper),
});
