import { EvmError } from '../adapters/evm/evm-error.ts';
import { ApiError } from '../contract/api-error.ts';
import type { Earn } from '../contract/earn.ts';
import { type Organization, tenantIdOf } from '../contract/organization.ts';
import type { Services } from '../contract/services.ts';

/** The vaults of the operator, or a refusal. */
export function requireEarn({ earn }: Pick<Services, 'earn'>): Earn {
  if (!earn) throw new ApiError('NOT_CONFIGURED', 'the operator has listed no vaults');
  return earn;
}

/** Wrappers belong to the parent organization; its sub-organizations use them. */
export const wrapperOwner = (organization: Organization): { readonly id: string } => ({ id: tenantIdOf(organization) });

export function requireParent({ parentId }: Organization): void {
  if (parentId !== null) throw new ApiError('INVALID_ACTIVITY_CALLER', 'only a parent organization has wrappers');
}

/** What a query answers if a node cannot be asked: it may be there again soon. */
export function unavailable(error: unknown): unknown {
  return error instanceof EvmError
    ? new ApiError('UNAVAILABLE', 'the node of the chain gave no usable answer', { cause: error })
    : error;
}
