import type { ForgedRow, RowMacs } from '../core/authority/row-macs.ts';
import { ofOrganization } from '../core/model/of-organization.ts';
import { type MasterKeyOptions, openMasterKeys } from '../custody/secrets/open-master-keys.ts';
import { Vault } from '../custody/secrets/vault.ts';
import type { StoreOptions } from '../storage/postgres/open-store.ts';
import type { Database } from '../storage/store/database.ts';
import { patience } from '../storage/store/patience.ts';
import { waitForConnection } from '../storage/store/wait-for-connection.ts';
import { type Bootstrapped, bootstrap } from './bootstrap/bootstrap.ts';
import { coverUserTags } from './bootstrap/cover-user-tags.ts';
import type { Root } from './bootstrap/make-organization.ts';

export interface ServiceOptions
  extends Partial<Pick<StoreOptions, 'database' | 'dataDirectory' | 'report' | 'onStep'>>,
    Pick<MasterKeyOptions, 'masterKeyFile'> {
  /** The operator's own public key for the first root user; no private key is then generated. */
  readonly rootPublicKey?: string | undefined;
  /** Saves what the first start creates. If it fails, everything is rolled back. */
  readonly keepRoot?: (root: Root) => Promise<void>;
  /** Called for each row that the service ignores because somebody else wrote it to the database. */
  readonly onForged?: (row: ForgedRow) => void;
}

/** What has to exist before requests can be answered. */
export interface Service extends Bootstrapped {
  readonly vault: Vault;
}

/** Opens the keys of a database, and makes the first organization if it is empty. */
export async function openService(
  database: Database,
  {
    database: kind = 'embedded',
    dataDirectory = '.mintmark',
    report = () => {},
    onStep = () => {},
    masterKeyFile,
    rootPublicKey,
    keepRoot = async () => {},
    onForged = () => {},
  }: ServiceOptions,
): Promise<Service> {
  onStep('opening the keys and the first organization');
  await waitForConnection(database);
  const masterKeys = await openMasterKeys(database, { database: kind, dataDirectory, masterKeyFile, report });
  const vault = new Vault(masterKeys);
  const made = await bootstrap({ database, vault, rootPublicKey, now: new Date(), keep: keepRoot, report, onForged });
  const { organizationId, root } = made;
  // The earlier versions also let policies allow others to change root users.
  const isUpgrade = (await coverUserTags(database, made.macs)) && !root;
  if (isUpgrade) await reportRootUserChanges(database, made.macs, report);
  if (rootPublicKey !== undefined && !root && !(await hasKey(database, organizationId, rootPublicKey)))
    report(`the root public key is ignored: organization ${organizationId} already exists and does not have this key`);
  return { ...made, vault };
}

/** How long an upgrade may look for changes of root users. */
const maxUpgradeMs = 10_000;

async function reportRootUserChanges(
  database: Database,
  macs: RowMacs,
  report: (message: string) => void,
): Promise<void> {
  // Loaded only here: it needs the whole contract, and there are few upgrades.
  const { allRootUserChanges, changeText } = await import('../activities/audit-proof/root-user-changes.ts');
  const search = allRootUserChanges(database, macs, { maxMs: maxUpgradeMs });
  // The service starts all the same: the command finds them at any time.
  const { changes, isComplete } = await search.catch((error: Error) => {
    report(`the search for root users changed by others failed: ${error.message}`);
    return { changes: [], isComplete: false };
  });
  for (const change of changes) report(changeText(change));
  if (!isComplete)
    report('not every organization was searched for root users changed by others: run "mintmark audit verify"');
}

async function hasKey(database: Database, organizationId: string, publicKey: string): Promise<boolean> {
  const [found] = await database.transaction(
    (sql) => sql`
      select from api_keys
      where ${ofOrganization(sql, { id: organizationId })} and public_key = ${publicKey}
        and curve = 'p256' and deleted_at is null`,
    patience,
  );
  return found !== undefined;
}
