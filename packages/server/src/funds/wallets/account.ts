import { canonicalAddress } from '@mintmark/chains/addresses';
import type { WalletAccount } from '@mintmark/schema/fields/wallets/wallet-account';
import type { WalletAccountParams } from '@mintmark/schema/fields/wallets/wallet-account-params';
import type { z } from 'zod';
import type { Asked, Authenticated } from '../../core/authority/row-macs.ts';
import type { EffectPart } from '../../core/handlers/effect.ts';
import type { ChangeContext, InputsContext, ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds, uuidv7Series } from '../../core/model/ids.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { inserting } from '../../core/tables/joint-write.ts';
import { walletAccountsTable } from '../../custody/keys/wallet-accounts-table.ts';
import type { DerivedAccount } from '../../custody/tasks/derive-wallet.ts';

export type AccountRow = Authenticated<RowOf<typeof walletAccountsTable>>;
export type AccountParameters = z.output<typeof WalletAccountParams>;

/** The accounts of an organization with the given values of columns, newest first. */
async function readAccountsWith(
  { sql, organization, services: { macs } }: ReadContext,
  asked: Pick<Asked<AccountRow>, 'id' | 'walletId' | 'address' | 'path' | 'publicKey'>,
): Promise<AccountRow[]> {
  const conditions = Object.entries(asked).map(([column, values]) => {
    const list = [values].flat();
    if (column === 'id' || column === 'walletId') return sql`and ${sql(column)} = any(${list}::uuid[])`;
    if (column === 'address' || column === 'publicKey') return sql`and ${sql(column)} = any(${list}::text[])`;
    // As the index has paths. What is asked for may be any text, which a cast would refuse.
    return sql`
      and sha256(path::bytea) in (select sha256(convert_to(asked, 'UTF8')) from unnest(${list}::text[]) as asked)`;
  });
  const rows = await sql<AccountRow[]>`
    select * from wallet_accounts
    where ${ofOrganization(sql, organization)} ${conditions}
    order by created_at desc, id desc`;
  return macs.genuine(walletAccountsTable, rows, { ...ownerColumns(organization), ...asked });
}

/** The accounts with the given ids, of one wallet or of all, newest first. */
export const readAccounts = (context: ReadContext, ids: readonly string[], walletId?: string): Promise<AccountRow[]> =>
  readAccountsWith(context, { id: distinctIds(ids), ...(walletId !== undefined && { walletId }) });

/** The same, and refuses ids that are not among the accounts of the organization. */
export async function requireAccounts(context: ReadContext, ids: readonly string[]): Promise<AccountRow[]> {
  const accounts = await readAccounts(context, ids);
  if (accounts.length < distinctIds(ids).length)
    throw new ApiError('RESOURCE_NOT_FOUND', 'wallet account not part of your organization');
  return accounts;
}

/** The accounts of wallets, newest first. */
export const readAccountsOf = (context: ReadContext, walletIds: readonly string[]): Promise<AccountRow[]> =>
  readAccountsWith(context, { walletId: walletIds });

/** The accounts of all wallets that have an address, newest first: the same wallet may be imported twice. */
export const readAccountsByAddress = (context: ReadContext, address: string): Promise<AccountRow[]> =>
  readAccountsWith(context, { address: canonicalAddress(address) });

/** The accounts of all wallets that have one of these keys, newest first: a key has an address in each format. */
export const readAccountsByPublicKey = (context: ReadContext, publicKeys: readonly string[]): Promise<AccountRow[]> =>
  readAccountsWith(context, { publicKey: publicKeys });

/** The account of a wallet that was created first, among those with an address, a path, or both. */
export async function findAccount(
  context: ReadContext,
  walletId: string,
  { address, path }: { readonly address?: string | undefined; readonly path?: string | undefined },
): Promise<AccountRow | undefined> {
  const asked = { walletId, ...(address && { address: canonicalAddress(address) }), ...(path && { path }) };
  return (await readAccountsWith(context, asked)).at(-1);
}

/** Refuses accounts of one request that have the same name. */
export function requireDistinctNames(accounts: readonly AccountParameters[]): void {
  const names = accounts.flatMap(({ name }) => name ?? []);
  if (new Set(names).size < names.length) throw nameTaken();
}

const nameTaken = () => new ApiError('ALREADY_EXISTS', 'a wallet account with this name already exists');

/** Refuses more accounts of a new wallet than a wallet may have. */
export function requireRoomForAccounts(
  { services: { limits } }: InputsContext,
  accounts: readonly AccountParameters[],
  before = 0,
): void {
  if (accounts.length > 0 && before + accounts.length > limits.walletAccounts)
    throw new ApiError('RESOURCE_LIMIT_EXCEEDED', `a wallet can have at most ${limits.walletAccounts} accounts`);
}

/** Refuses accounts that a wallet has already, or no room for, and names that are taken in the organization. */
export async function requireFreeAccounts(
  context: InputsContext,
  walletId: string | undefined,
  accounts: readonly AccountParameters[],
): Promise<void> {
  const { sql, organization } = context;
  requireDistinctNames(accounts);
  const names = accounts.flatMap(({ name }) => name ?? []);
  const here = ofOrganization(sql, organization);
  const [taken, namesakes, held] = await Promise.all([
    walletId === undefined
      ? []
      : sql<{ path: string }[]>`
          select path from wallet_accounts
          where ${here} and wallet_id = ${walletId}
            and (sha256(path::bytea), address_format) in (
              select sha256(asked.path::bytea), asked.format
              from unnest(
                ${accounts.map(({ path }) => path)}::text[],
                ${accounts.map(({ addressFormat }) => addressFormat)}::text[]
              ) as asked (path, format)
            )
          limit 1`,
    names.length === 0 ? [] : sql`select from wallet_accounts where ${here} and name = any(${names}::text[]) limit 1`,
    walletId === undefined
      ? []
      : sql<{ count: bigint }[]>`select count(*) from wallet_accounts where ${here} and wallet_id = ${walletId}`,
  ]);
  if (taken[0]) throw new ApiError('INVALID_PATH', `invalid path: ${taken[0].path} is already used in this wallet`);
  if (namesakes.length > 0) throw nameTaken();
  requireRoomForAccounts(context, accounts, Number(held[0]?.count ?? 0));
}

/** How many new accounts are stored in a few milliseconds. */
const fewAccounts = 16;

/** Whether others need not wait long while these accounts are stored. */
export const hasFewAccounts = ({ accounts }: { readonly accounts: readonly AccountParameters[] }): boolean =>
  accounts.length <= fewAccounts;

const insertAllAccounts = inserting(walletAccountsTable);

/** What stores new accounts of a wallet. */
export function insertAccounts(
  { organization, writer, now }: ChangeContext,
  walletId: string,
  accounts: readonly AccountParameters[],
  derived: readonly DerivedAccount[],
): EffectPart[] {
  if (accounts.length === 0) return [];
  const ids = uuidv7Series(now, accounts.length);
  const rows = accounts.map(({ curve, path, addressFormat, name = null }, index) =>
    writer.sealed(walletAccountsTable, {
      ...ownerColumns(organization),
      ...(derived[index] as DerivedAccount),
      id: ids[index] as string,
      walletId,
      name,
      curve,
      path,
      addressFormat,
      exported: false,
      createdAt: now,
      updatedAt: now,
    }),
  );
  return [insertAllAccounts.of(rows)];
}

/** The namespaces of CAIP-2 that answers name. */
const caip2Prefixes: { readonly [Format in AccountRow['addressFormat']]?: string } = {
  ADDRESS_FORMAT_ETHEREUM: 'eip155',
  ADDRESS_FORMAT_SOLANA: 'solana',
};

/** An account, as answers show it. */
export function accountRecord(row: AccountRow): z.output<typeof WalletAccount> {
  const caip2Prefix = caip2Prefixes[row.addressFormat];
  return {
    walletAccountId: row.id,
    organizationId: row.organizationId,
    walletId: row.walletId,
    curve: row.curve,
    pathFormat: 'PATH_FORMAT_BIP32',
    path: row.path,
    addressFormat: row.addressFormat,
    address: row.address,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    publicKey: row.publicKey,
    ...(row.name !== null && { name: row.name }),
    ...(caip2Prefix && { caip2Prefix }),
  };
}
