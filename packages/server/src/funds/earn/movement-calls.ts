import type { BatchCall } from '@mintmark/chains/ethereum';
import { encodeCall, maxUint256 } from '@mintmark/chains/ethereum';
import type earnDeposit from '@mintmark/schema/operations/earn/earn-deposit';
import type earnWithdraw from '@mintmark/schema/operations/earn/earn-withdraw';
import type { z } from 'zod';
import type { PolicyContext } from '../../core/handlers/implement.ts';
import type { PolicyNeeds, PolicyView } from '../../core/handlers/policy-view.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { invalidTransaction } from '../signing/refusals.ts';
import { causedViews } from '../transactions/send-views.ts';
import { wrapperOwner } from './earn-context.ts';
import { requireWrapper, type WrapperRow } from './wrapper-row.ts';

export type DepositParameters = z.output<(typeof earnDeposit)['parameters']>;
export type WithdrawParameters = z.output<(typeof earnWithdraw)['parameters']>;
type Parameters = DepositParameters | WithdrawParameters;

const callTo = (to: string, data: string): BatchCall => ({ to: to.toLowerCase(), value: 0n, data });

/**
 * The calls of a deposit: an allowance of nothing, since some tokens do not replace an allowance by another one, an allowance of the
 * amount, and the deposit itself.
 */
export function depositCalls(
  row: WrapperRow,
  { signWith, assets }: DepositParameters,
): readonly [reset: BatchCall, approve: BatchCall, deposit: BatchCall] {
  const amount = integer(assets);
  const approve = (allowance: bigint) =>
    callTo(row.assetAddress, encodeCall('approve(address,uint256)', [row.address, allowance]));
  return [
    approve(0n),
    approve(amount),
    callTo(row.address, encodeCall('deposit(uint256,address)', [amount, signWith])),
  ];
}

/** The call of a withdrawal. Only the chain knows how many shares an account has: until then, they are the largest number. */
export function withdrawCall(
  row: WrapperRow,
  { signWith, amountValue }: WithdrawParameters,
  allShares: bigint = maxUint256,
): BatchCall {
  const isAll = amountValue === 'max';
  const signature = isAll ? 'redeem(uint256,address,address)' : 'withdraw(uint256,address,address)';
  return callTo(row.address, encodeCall(signature, [isAll ? allShares : integer(amountValue), signWith, signWith]));
}

function integer(text: string): bigint {
  const value = BigInt(text);
  if (value > maxUint256) throw invalidTransaction('the amount is too large');
  return value;
}

/** The wrapper that a request names: one of the organization or of its parent, on the chain that the request names. */
export async function requireNamedWrapper(
  context: Pick<PolicyContext, 'sql' | 'organization'> & { readonly services: Pick<PolicyContext['services'], 'macs'> },
  { wrapperAddress, chainCaip2, sponsor }: Parameters,
): Promise<WrapperRow> {
  if (sponsor) throw invalidTransaction('this server does not sponsor fees: sponsor must be false');
  const row = await requireWrapper({ ...context, organization: wrapperOwner(context.organization) }, wrapperAddress);
  if (row.caip2 !== chainCaip2) throw new ApiError('EARN_WRAPPER_NOT_FOUND', `the wrapper is on ${row.caip2}`);
  return row;
}

/** What policies see: each call as an Ethereum transaction, with each account or private key that has the key. */
export const movementViews =
  <Movement extends Parameters>(callsOf: (row: WrapperRow, parameters: Movement) => readonly BatchCall[]) =>
  (context: PolicyContext, parameters: Movement, needs: PolicyNeeds): Promise<readonly PolicyView[]> => {
    const { signWith: from, chainCaip2: caip2 } = parameters;
    return causedViews(context, { caip2, from }, () => readCalls(context, parameters, callsOf), needs);
  };

async function readCalls<Movement extends Parameters>(
  context: PolicyContext,
  parameters: Movement,
  callsOf: (row: WrapperRow, parameters: Movement) => readonly BatchCall[],
): Promise<readonly BatchCall[]> {
  try {
    return callsOf(await requireNamedWrapper(context, parameters), parameters);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
