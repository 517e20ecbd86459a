import { ApiError } from '../../core/model/api-error.ts';
import { type Organization, tenantIdOf } from '../../core/model/organization.ts';
import { EvmError } from '../../delivery/adapters/evm/evm-error.ts';

/** Wrappers belong to the parent organization; its sub-organizations use them. */
export const wrapperOwner = (organization: Organization): { readonly id: string } => ({ id: tenantIdOf(organization) });

export function requireParent({ parentId }: Organization): void {
  if (parentId !== null) throw new ApiError('INVALID_ACTIVITY_CALLER', 'only a parent organization can have wrappers');
}

/** What a query answers if a node cannot be asked: it may be there again soon. */
export function unavailable(error: unknown): unknown {
  return error instanceof EvmError
    ? new ApiError('UNAVAILABLE', 'the blockchain node returned no usable response', { cause: error })
    : error;
}
