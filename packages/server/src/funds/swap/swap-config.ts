import type upsertSwapConfig from '@mintmark/schema/operations/swap/upsert-swap-config';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { featuresTable } from '../../identity/organizations/features-table.ts';
import { swapConfigsTable } from './swap-configs-table.ts';

export type SwapConfigRow = Authenticated<RowOf<typeof swapConfigsTable>>;
export type SwapConfig = z.output<typeof upsertSwapConfig.result>;

/** Refuses a sub-organization: only organizations at the top have a swap configuration. */
export function requireParent({ parentId }: Organization): void {
  if (parentId !== null)
    throw new ApiError('INVALID_ACTIVITY_CALLER', 'only a parent organization can have a swap configuration');
}

/** The swap configuration of an organization, if it was ever set. */
export async function readSwapConfig({
  sql,
  organization,
  services: { macs },
}: ReadContext): Promise<SwapConfigRow | undefined> {
  const rows = await sql<SwapConfigRow[]>`select * from swap_configs where ${ofOrganization(sql, organization)}`;
  return macs.genuine(swapConfigsTable, rows, ownerColumns(organization))[0];
}

/** Replaces the swap configuration. Its claims are no part of what is replaced. */
export async function replaceSwapConfig(context: ChangeContext, config: SwapConfig): Promise<void> {
  const { sql, organization, writer, now } = context;
  const { feeReceiverWalletAddress, feeBps, stableFeeBps } = config;
  const before = await readSwapConfig(context);
  const row = writer.sealed(swapConfigsTable, {
    ...ownerColumns(organization),
    feeReceiverAddress: feeReceiverWalletAddress ?? null,
    feeBps: feeBps === undefined ? null : Number(feeBps),
    stableFeeBps: stableFeeBps === undefined ? null : Number(stableFeeBps),
    lastClaimId: before?.lastClaimId ?? null,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  });
  const { organizationId: _, ...changes } = row;
  await sql`
    insert into swap_configs ${sql(row)}
    on conflict (organization_id) do update set ${sql(changes)}`;
}

/**
 * The configuration as it applies. The operator may have taken the organization off the top tier since the fee for stablecoins was
 * set: then it does not apply any more.
 */
function effectiveConfig({ organizationId, ...row }: SwapConfigRow, topTier: Services['topTier']): SwapConfig {
  return {
    ...(row.feeReceiverAddress !== null && { feeReceiverWalletAddress: row.feeReceiverAddress }),
    ...(row.feeBps !== null && { feeBps: String(row.feeBps) }),
    ...(row.stableFeeBps !== null && topTier.has(organizationId) && { stableFeeBps: String(row.stableFeeBps) }),
  };
}

/** The configuration as a feature of the organization, if it is set. */
export async function swapFeatures(
  context: ReadContext & { readonly services: Pick<Services, 'topTier'> },
): Promise<readonly Pick<RowOf<typeof featuresTable>, 'name' | 'value'>[]> {
  const row = context.organization.parentId === null ? await readSwapConfig(context) : undefined;
  if (!row) return [];
  const value = JSON.stringify(effectiveConfig(row, context.services.topTier));
  return [{ name: 'FEATURE_NAME_SWAP_CONFIG', value }];
}
