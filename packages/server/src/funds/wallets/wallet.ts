import type { Wallet } from '@mintmark/schema/fields/wallets/wallet';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { EffectPart } from '../../core/handlers/effect.ts';
import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { inserting } from '../../core/tables/joint-write.ts';
import type { WalletKeys } from '../../custody/keys/wallet-keys.ts';
import { walletsTable } from '../../custody/keys/wallets-table.ts';

export type WalletRow = Authenticated<RowOf<typeof walletsTable>>;

const maxWallets = 100;

/** The wallets of an organization, or only those with the given ids, newest first. */
export async function readWallets(
  { sql, organization, services: { macs } }: ReadContext,
  ids?: readonly string[],
): Promise<WalletRow[]> {
  const asked = ids && distinctIds(ids);
  const rows = await sql<WalletRow[]>`
    select * from wallets
    where ${ofOrganization(sql, organization)} ${asked ? sql`and id = any(${asked}::uuid[])` : sql``}
    order by created_at desc, id desc`;
  return macs.genuine(walletsTable, rows, { ...ownerColumns(organization), ...(asked && { id: asked }) });
}

/** All wallets of an organization. Fails if one was changed in the database, since it would count as absent. */
export async function requireAllWallets(context: ReadContext): Promise<WalletRow[]> {
  const { sql, organization } = context;
  const [[{ count }], wallets] = await Promise.all([
    sql<[{ count: bigint }]>`select count(*) from wallets where ${ofOrganization(sql, organization)}`.execute(),
    readWallets(context),
  ]);
  if (wallets.length < count) throw new TamperedError('a wallet was changed outside of this service');
  return wallets;
}

/** Reads wallets of the organization, and refuses ids that are not among them. */
export async function requireWallets(context: ReadContext, ids: readonly string[]): Promise<WalletRow[]> {
  const wallets = await readWallets(context, ids);
  if (wallets.length < distinctIds(ids).length) throw new ApiError('RESOURCE_NOT_FOUND', 'no such wallet');
  return wallets;
}

/** The same for one wallet. */
export async function requireWallet(context: ReadContext, id: string): Promise<WalletRow> {
  const [wallet] = await requireWallets(context, [id]);
  return wallet as WalletRow;
}

/** Refuses a new wallet that the organization has no room for, or whose name is taken, if it is known already. */
export async function requireRoomForWallet({ sql, organization }: ReadContext, name = ''): Promise<void> {
  const [{ count, isTaken }] = await sql<[{ count: bigint; isTaken: boolean | null }]>`
    select count(*), bool_or(name = ${name}) as is_taken from wallets where ${ofOrganization(sql, organization)}`;
  if (isTaken) throw nameTaken();
  if (count >= maxWallets)
    throw new ApiError('RESOURCE_LIMIT_EXCEEDED', `this organization can have at most ${maxWallets} wallets`);
}

const nameTaken = () => new ApiError('ALREADY_EXISTS', 'a wallet with this name already exists');

interface NewWallet {
  readonly id: string;
  readonly name: string;
  readonly keys: WalletKeys;
  readonly imported: boolean;
}

const insertWallets = inserting(walletsTable);

/** What stores a new wallet, without accounts. */
export function insertWallet(
  { organization, writer, now }: ChangeContext,
  { id, name, keys: { language, mnemonic, seed }, imported }: NewWallet,
): EffectPart {
  const row = { ...ownerColumns(organization), id, name, language, mnemonic, seed, exported: false, imported };
  const times = { createdAt: now, updatedAt: now };
  return insertWallets.of([writer.sealed(walletsTable, { ...row, ...times })]);
}

/** Renames a wallet. */
export async function renameWallet(context: ChangeContext, wallet: WalletRow, name: string): Promise<void> {
  const { sql, organization, writer, now } = context;
  const [namesake] = await sql`
    select from wallets where ${ofOrganization(sql, organization)} and name = ${name} and id <> ${wallet.id}`;
  if (namesake) throw nameTaken();
  await writer.change(walletsTable, [wallet], { name, updatedAt: now });
}

/** A wallet, as answers show it. */
export const walletRecord = (row: WalletRow): z.output<typeof Wallet> => ({
  walletId: row.id,
  walletName: row.name,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
  exported: row.exported,
  imported: row.imported,
});
