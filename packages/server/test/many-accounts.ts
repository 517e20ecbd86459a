import { RowWriter } from '../src/core/authority/row-writer.ts';
import { uuidv7Series } from '../src/core/model/ids.ts';
import { ownerColumns } from '../src/core/model/of-organization.ts';
import { walletAccountsTable } from '../src/custody/keys/wallet-accounts-table.ts';
import { auditRows } from './arrange-rows.ts';
import { resultOf } from './organizations.ts';
import type { Actor, Service } from './service.ts';

/** How many rows one transaction adds. */
const batch = 2_000;

/** Adds a wallet with many accounts as the service would, with their MACs, audit and directory, and returns its id. */
export async function addManyAccounts(service: Service, actor: Actor, count: number): Promise<string> {
  const { walletId } = resultOf(await service.submit(actor, 'create_wallet', { walletName: 'Many', accounts: [] }));
  const owner = { id: actor.organizationId };
  const now = new Date();
  for (let first = 0; first < count; first += batch)
    await service.database.transaction(
      async (sql) => {
        const [organization] = await sql<[{ id: string; parentId: string | null }]>`
          select id, parent_id from organizations where id = ${owner.id}`;
        const writer = new RowWriter(sql, service.macs, organization);
        const rows = uuidv7Series(now, Math.min(batch, count - first)).map((id, index) =>
          writer.sealed(walletAccountsTable, {
            ...ownerColumns(owner),
            id,
            walletId,
            name: null,
            curve: 'CURVE_SECP256K1',
            path: `m/44'/60'/0'/0/${first + index}`,
            addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
            address: `0x${String(first + index).padStart(40, '0')}`,
            publicKey: `02${(first + index).toString(16).padStart(64, '0')}`,
            exported: false,
            createdAt: now,
            updatedAt: now,
          }),
        );
        await sql`insert into wallet_accounts ${sql(rows)}`;
        await auditRows(service, sql, owner, await writer.finish(), writer.bytes);
      },
      { timeoutMs: 30_000 },
    );
  return walletId;
}
