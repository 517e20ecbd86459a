import { ActivityFailure } from '../../core/model/api-error.ts';
import type { EvmChain } from '../../core/ports/evm-chain.ts';
import type { Services } from '../../core/ports/services.ts';
import { EvmError } from '../../delivery/adapters/evm/evm-error.ts';
import { StoreError } from '../../storage/store/store-error.ts';

/** The node of a chain. Without one, the activity fails. */
export function requireChain({ chains }: Pick<Services, 'chains'>, caip2: string): EvmChain {
  const chain = chains.get(caip2);
  if (!chain) throw new ActivityFailure('NOT_CONFIGURED', `no node is configured for ${caip2}`);
  return chain;
}

/** Fails the activity with what a node said, or because it said nothing until the time of the preparation was over. */
export function chainFailure(caip2: string, error: unknown): unknown {
  if (error instanceof StoreError && error.code === 'TIMEOUT')
    return new ActivityFailure('RPC_CALL_ERROR', `${caip2}: the node did not answer in time`, { cause: error });
  return error instanceof EvmError
    ? new ActivityFailure('RPC_CALL_ERROR', `${caip2}: ${error.message}`, { cause: error })
    : error;
}
