import type { Sql } from '../store/database.ts';
import type { ManagedAddress } from './chain-transaction.ts';
import { accountsWithAddresses } from './transactions-of-all.ts';

/** How many addresses a statement asks for. */
const addressesAtOnce = 10_000;

/** Finds which of these addresses belong to wallet accounts, by the address in lower case. */
export async function findManagedAddresses(
  sql: Sql,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly ManagedAddress[]>> {
  const found: ManagedAddress[] = [];
  for (let first = 0; first < addresses.length; first += addressesAtOnce)
    found.push(...(await accountsWithAddresses(sql, addresses.slice(first, first + addressesAtOnce))));
  return Map.groupBy(found, ({ address }) => address.toLowerCase());
}
