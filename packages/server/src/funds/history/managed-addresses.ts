import type { Database } from '../../storage/store/database.ts';
import type { ManagedAddress } from './chain-transaction.ts';
import { accountsWithAddresses } from './transactions-of-all.ts';

/** How many addresses a statement asks for. */
const addressesPerStatement = 10_000;

/** Finds which of these addresses belong to wallet accounts, by the address in lower case. */
export async function findManagedAddresses(
  database: Database,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly ManagedAddress[]>> {
  const found = await database.query(async (sql) => {
    const accounts: ManagedAddress[] = [];
    for (let first = 0; first < addresses.length; first += addressesPerStatement)
      accounts.push(...(await accountsWithAddresses(sql, addresses.slice(first, first + addressesPerStatement))));
    return accounts;
  });
  return Map.groupBy(found, ({ address }) => address.toLowerCase());
}
