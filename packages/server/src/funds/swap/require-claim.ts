import type { ReadContext } from '../../core/handlers/implement.ts';
import { ActivityFailure, ApiError } from '../../core/model/api-error.ts';
import type { SwapProvider } from '../../core/ports/swap-provider.ts';
import { OutboundError } from '../../delivery/adapters/outbound-error.ts';
import { SwapProviderError } from '../../delivery/adapters/swap/swap-provider-error.ts';
import { waitingEntry } from '../../delivery/outbox/entries.ts';
import { findOwnEvmAddress } from './fee-receiver.ts';
import { swapClaim } from './swap-claim.ts';
import { readSwapConfig, type SwapConfigRow } from './swap-config.ts';

/**
 * What a claim relies on. A claim changes the configuration, so what was asked of the provider before another claim is asked
 * again after it: two claims never rely on the same answer.
 */
export async function requireClaim(
  context: ReadContext,
): Promise<{ readonly config: SwapConfigRow; readonly receiver: string }> {
  const { sql, organization } = context;
  const config = await readSwapConfig(context);
  if (!config?.feeReceiverAddress) throw new ApiError('SWAP_CONFIG_NOT_SET');
  const [receiver, [waiting]] = await Promise.all([
    findOwnEvmAddress(context, config.feeReceiverAddress),
    waitingEntry(sql, organization, swapClaim.name).execute(),
  ]);
  if (receiver === undefined)
    throw new ApiError(
      'RESOURCE_NOT_FOUND',
      'the wallet account or private key of the fee receiver was deleted: set another with upsert_swap_config',
    );
  if (waiting) throw new ApiError('SWAP_CLAIM_IN_PROGRESS');
  return { config, receiver };
}

/** Asks the provider how much can be claimed. Fails the activity if there is no usable answer. */
export async function askClaimable(swap: SwapProvider, receiver: string, signal: AbortSignal): Promise<bigint> {
  try {
    return await swap.claimable(receiver, { signal });
  } catch (error) {
    if (error instanceof SwapProviderError) throw failure(error.message);
    // Where the provider is, is for the operator only.
    if (error instanceof OutboundError) throw failure(`the swap provider did not answer: ${error.sentence}`);
    throw error;
  }
}

const failure = (reason: string) => new ActivityFailure('SWAP_PROVIDER_FAILED', reason);
