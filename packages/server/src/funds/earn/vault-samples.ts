import type { ListedVault, VaultFacts } from '../../core/ports/earn.ts';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';

/** What the shares of a vault were worth at an earlier time. */
export interface VaultSample {
  readonly price: bigint;
  readonly sampledAt: Date;
}

/** How long samples are kept, and from how far back the yield is computed. */
const keptDays = 30;
const windowDays = 7;

type VaultKey = Pick<ListedVault, 'caip2' | 'address'>;

const keyOf = ({ caip2, address }: VaultKey): string => `${caip2}/${address}`;

/** Writes the prices of this hour. Other processes may have done so before. */
export async function writeSamples(sql: TransactionSql, facts: readonly VaultFacts[]): Promise<void> {
  await sql`delete from earn_samples where sampled_at < now() - ${keptDays} * interval '1 day'`;
  for (const { caip2, address, price, readAt } of facts)
    await sql`
      insert into earn_samples (caip2, vault_address, sampled_at, price)
      values (${caip2}, ${address}, date_trunc('hour', ${readAt}::timestamptz), ${String(price)})
      on conflict (caip2, vault_address, sampled_at) do nothing`;
}

/** Finds the oldest sample of each vault in the last seven days. */
export async function readOldSamples(
  sql: Sql,
  vaults: readonly VaultKey[],
): Promise<(vault: VaultKey) => VaultSample | undefined> {
  if (vaults.length === 0) return () => undefined;
  const rows = await sql<{ caip2: string; vaultAddress: string; sampledAt: Date; price: string }[]>`
    select distinct on (caip2, vault_address) caip2, vault_address, sampled_at, price
    from earn_samples
    where vault_address = any(${vaults.map(({ address }) => address)}::text[])
      and sampled_at >= now() - ${windowDays} * interval '1 day'
    order by caip2, vault_address, sampled_at`;
  const samples = new Map(
    rows.map(({ caip2, vaultAddress, sampledAt, price }) => [
      keyOf({ caip2, address: vaultAddress }),
      { sampledAt, price: BigInt(price) },
    ]),
  );
  return (vault) => samples.get(keyOf(vault));
}
