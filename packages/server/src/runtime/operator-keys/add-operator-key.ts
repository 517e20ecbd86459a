import { AuditChain, readHead } from '../../core/audit/audit-chain.ts';
import { type Operator, operatorKeyEntry } from '../../core/audit/operator-key-entry.ts';
import { type Authenticated, markOf, type RowMacs, rowMark, rowName } from '../../core/authority/row-macs.ts';
import { RowWriter } from '../../core/authority/row-writer.ts';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { isOrganization, keyColumns, ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { AuthenticatedTable, RowOf } from '../../core/tables/define-table.ts';
import type { Vault } from '../../custody/secrets/vault.ts';
import { mail } from '../../delivery/mail/mail.ts';
import { OutboxWriter } from '../../delivery/outbox/outbox-writer.ts';
import type { ApiKeyRow } from '../../identity/credentials/api-key-record.ts';
import { apiKeyCurves, storeApiKeys } from '../../identity/credentials/api-keys.ts';
import { operatorKeysTable } from '../../identity/credentials/operator-keys-table.ts';
import { operatorRecoveryForbidden, readFeatures } from '../../identity/organizations/features.ts';
import { featuresTable } from '../../identity/organizations/features-table.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import type { Database, Sql } from '../../storage/store/database.ts';
import { ChainMarks } from './chain-marks.ts';
import { OperatorKeyError } from './operator-key-error.ts';
import { buildOperatorKeyMail } from './operator-key-mail.ts';

interface OperatorKeyOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly macs: RowMacs;
  readonly organizationId: string;
  readonly userId: string;
  readonly curveType: keyof typeof apiKeyCurves;
  /** In the form that `parsePublicKey` gives it. */
  readonly publicKey: string;
  readonly operator: Operator;
  readonly now: Date;
  /** Whether only to check everything. */
  readonly isDryRun?: boolean;
}

type User = Authenticated<RowOf<typeof usersTable>>;

interface AddedOperatorKey {
  readonly organization: OrganizationRow;
  readonly user: User;
  /** Undefined after a dry run. */
  readonly apiKeyId: string | undefined;
  /** All root users of the organization. Those with an e-mail address get a mail. */
  readonly rootUsers: readonly User[];
}

/** What the key is called wherever keys are listed. */
const keyName = 'Added by the operator';
/** For the chains, which may be long; each statement is short. */
const chainsMs = 60 * 60 * 1000;
/** How long the mail is tried. */
const mailMs = 30 * 24 * 60 * 60 * 1000;
const mailKind = new Map([[mail.name, mail]]);

const forbidding = rowName(featuresTable, { name: operatorRecoveryForbidden });

/**
 * Adds an API key to a root user on behalf of the operator, with an entry of its own kind in the audit chain and a mail to all root
 * users. Refuses if the organization or its parent ever forbade it: the chains say so, even if the row of the feature was removed.
 *
 * The organization is locked meanwhile, as activities lock it.
 */
export async function addOperatorKey({
  database,
  macs,
  organizationId,
  ...wanted
}: OperatorKeyOptions): Promise<AddedOperatorKey> {
  // Without the lock, since a chain may be long. What is appended meanwhile is read under it.
  const chain = await database.transaction((sql) => readChains(sql, macs, organizationId), {
    isolation: 'repeatable read',
    timeoutMs: chainsMs,
  });
  return database.transaction(async (sql) => {
    const organization = await readOrganization(sql, macs, organizationId, { isLocked: true });
    await chain.read(sql);
    refuseChanged(chain, organizationsTable, organization);
    await refuseForbidden(sql, macs, organization, chain);
    const writer = new RowWriter(sql, macs, organization);
    return addTo({ sql, organization, now: wanted.now, services: { macs }, writer }, chain, wanted);
  });
}

/** Reads the chains of an organization and of its parent, and refuses if one of them ever forbade it. */
async function readChains(sql: Sql, macs: RowMacs, id: string): Promise<ChainMarks> {
  const organization = await readOrganization(sql, macs, id, { isLocked: false });
  if (organization.parentId !== null) {
    const parent = new ChainMarks(macs, { id: organization.parentId }, (row) => row === forbidding);
    await parent.read(sql);
    if (parent.get(forbidding) !== undefined) throw forbidden(organization.parentId);
  }
  const own = rowName(organizationsTable, organization);
  const chain = new ChainMarks(
    macs,
    organization,
    (row) => [own, forbidding].includes(row) || row.startsWith('users/'),
  );
  await chain.read(sql);
  return chain;
}

async function readOrganization(
  sql: Sql,
  macs: RowMacs,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<OrganizationRow> {
  const rows = await sql<OrganizationRow[]>`
    select * from organizations where ${isOrganization(sql, { id })} and deleted_at is null
    ${isLocked ? sql`for no key update` : sql``}`;
  const [organization] = macs.genuine(organizationsTable, rows, { ...keyColumns({ id }), deletedAt: null });
  if (!organization) throw new OperatorKeyError('ORGANIZATION_NOT_FOUND', `there is no organization ${id}`);
  return organization;
}

async function refuseForbidden(
  sql: Sql,
  macs: RowMacs,
  { id, parentId }: OrganizationRow,
  chain: ChainMarks,
): Promise<void> {
  if (chain.get(forbidding) !== undefined) throw forbidden(id);
  // The parent may have forbidden it since its chain was read.
  if (parentId === null) return;
  const context = { sql, organization: { id: parentId }, services: { macs } };
  if ((await readFeatures(context, operatorRecoveryForbidden)).length > 0) throw forbidden(parentId);
}

const forbidden = (id: string) =>
  new OperatorKeyError(
    'FORBIDDEN',
    `the organization ${id} has permanently forbidden this for itself and its sub-organizations (${operatorRecoveryForbidden})`,
  );

/** Refuses a row that is genuine, but not the newest version: somebody may have put an older one back. */
function refuseChanged<Row extends object>(chain: ChainMarks, table: AuthenticatedTable<Row>, row: NoInfer<Row>): void {
  const name = rowName(table, row);
  if (chain.get(name) === rowMark(table, row)) return;
  throw new OperatorKeyError(
    'TAMPERED',
    `the row ${name} does not match its last audit entry. Nothing was changed; run "mintmark audit verify" for details`,
  );
}

type Wanted = Omit<OperatorKeyOptions, 'database' | 'macs' | 'organizationId'>;

interface LockedContext extends ChangeContext {
  readonly organization: OrganizationRow;
}

async function addTo(context: LockedContext, chain: ChainMarks, wanted: Wanted): Promise<AddedOperatorKey> {
  const { sql, organization, writer, now, services } = context;
  const { userId, curveType, publicKey, operator, isDryRun = false } = wanted;
  const [curve, type] = apiKeyCurves[curveType];
  const { user, rootUsers } = await readRootUsers(context, userId);
  for (const rootUser of rootUsers) refuseChanged(chain, usersTable, rootUser);
  await refuseKnown(context, { userId, curve, publicKey });
  if (isDryRun) return { organization, user, apiKeyId: undefined, rootUsers };

  // The user may have as many keys as is allowed, and may have lost all of them: the limit does not apply.
  const [apiKeyId = ''] = await storeApiKeys(context, user.id, [
    { name: keyName, type, curve, publicKey, lifetimeSeconds: null },
  ]);
  await sql`
    insert into operator_keys ${sql(writer.sealed(operatorKeysTable, { ...ownerColumns(organization), apiKeyId }))}`;
  const audit = AuditChain.continue(services.macs, organization, await readHead(sql, organization));
  const key = { id: apiKeyId, userId: user.id, curve, publicKey };
  const basis = { ...markOf(organizationsTable, organization), ...markOf(usersTable, user) };
  const rows = await writer.finish();
  audit.append(operatorKeyEntry({ at: now, key, operator, basis, rows }), writer.bytes);
  await audit.write(sql);
  const message = buildOperatorKeyMail({ organization, user, curve, publicKey, now });
  const sealing = { vault: wanted.vault, macs: services.macs, clock: () => now };
  const outbox = new OutboxWriter(sql, organization, { services: sealing, kinds: mailKind, clock: undefined });
  const expiresAt = new Date(now.getTime() + mailMs).toISOString();
  for (const { id, email } of rootUsers)
    if (email !== null)
      await outbox.leave(mail, { to: email, ...message, expiresAt }, { idempotencyKey: `${apiKeyId}/${id}` });
  return { organization, user, apiKeyId, rootUsers };
}

/** The root users, and the one who is to get the key. */
async function readRootUsers({ sql, organization, services }: ChangeContext, userId: string) {
  const rows = await sql<User[]>`
    select * from users
    where ${ofOrganization(sql, organization)} and deleted_at is null and (is_root or id = ${userId})
    order by created_at, id`;
  const users = services.macs.genuine(usersTable, rows, { ...ownerColumns(organization), deletedAt: null });
  const user = users.find(({ id }) => id === userId);
  if (!user) throw new OperatorKeyError('USER_NOT_FOUND', `the organization ${organization.id} has no user ${userId}`);
  if (!user.isRoot)
    throw new OperatorKeyError(
      'NOT_A_ROOT_USER',
      `the user ${userId} is not a root user of the organization ${organization.id}: its root users can add a key`,
    );
  return { user, rootUsers: users.filter(({ isRoot }) => isRoot) };
}

async function refuseKnown(
  { sql, organization }: ChangeContext,
  { userId, curve, publicKey }: Pick<ApiKeyRow, 'userId' | 'curve' | 'publicKey'>,
): Promise<void> {
  const [known] = await sql<Pick<ApiKeyRow, 'id' | 'userId'>[]>`
    select id, user_id from api_keys
    where ${ofOrganization(sql, organization)} and public_key = ${publicKey} and curve = ${curve}
      and deleted_at is null`;
  if (!known) return;
  const who = known.userId === userId ? 'this user' : `the user ${known.userId}`;
  throw new OperatorKeyError('KEY_EXISTS', `${who} already has this key, as API key ${known.id}: nothing was changed`);
}
