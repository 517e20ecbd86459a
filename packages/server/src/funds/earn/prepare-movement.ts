import type { BatchCall } from '@mintmark/chains/ethereum';
import { decodeInteger, encodeCall } from '@mintmark/chains/ethereum';
import type { ActivityContext, PrepareContext } from '../../core/handlers/implement.ts';
import { ActivityFailure, ApiError } from '../../core/model/api-error.ts';
import { uuidv7 } from '../../core/model/ids.ts';
import type { EvmChain } from '../../core/ports/evm-chain.ts';
import type { Signer } from '../signing/signer.ts';
import { followingNonce } from '../transactions/nonce-turn.ts';
import { type PreparedTransaction, prepareTransaction, supportsBatches } from '../transactions/prepare-transaction.ts';
import { chainFailure, requireChain } from '../transactions/require-chain.ts';
import type { SendRequest } from '../transactions/send-request.ts';
import { sendTransaction } from '../transactions/send-transaction.ts';
import { readUsedNonces } from '../transactions/sent-transaction.ts';
import { type DepositParameters, depositCalls, type WithdrawParameters, withdrawCall } from './movement-calls.ts';
import type { WrapperRow } from './wrapper-row.ts';

interface Sending {
  readonly request: SendRequest;
  readonly prepared: PreparedTransaction;
}

/** Signed transactions of one account, in the order of their nonces. The last one moves the assets. */
export interface PreparedMovement extends Disposable {
  readonly sendings: readonly Sending[];
}

/** The wrapper and the key of a movement: what its preparation relies on. */
export interface MovementInputs {
  readonly row: WrapperRow;
  readonly signer: Signer;
}

/**
 * The gas of calls that cannot be estimated, because what they do depends on transactions that are not included yet. What is not used
 * costs nothing.
 */
const gasOf = { approval: 200_000n, deposit: 1_500_000n };

/** Signs what a deposit takes: one transaction, or several if the wrapper needs an allowance first. */
export async function prepareDeposit(
  context: PrepareContext,
  parameters: DepositParameters,
  { row, signer }: MovementInputs,
): Promise<PreparedMovement> {
  const { services, signal } = context;
  const chain = requireChain(services, row.caip2);
  const account = { caip2: row.caip2, from: parameters.signWith.toLowerCase() };
  const [reset, approve, deposit] = depositCalls(row, parameters);
  const assets = BigInt(parameters.assets);
  await requireCode(chain, row, signal);
  const [balance, allowance, canBatch] = await readFunds(chain, row, account.from, signal);
  const isIdle = await hasNothingInFlight(context, chain, account.from);
  if (balance < assets)
    throw new ActivityFailure('INVALID_TRANSACTION', `insufficient balance: the account has ${balance} of the asset`);
  if (isIdle && allowance >= assets) return await prepareOne(context, { ...account, calls: [deposit] }, signer);
  // What is in flight may leave an allowance. It may also have left a free nonce before it, which the first call gets.
  const first = isIdle && allowance === 0n ? [] : [reset];
  if (canBatch) return await prepareOne(context, { ...account, calls: [...first, approve, deposit] }, signer);
  return await prepareEach(context, account, [...first, approve, deposit], signer);
}

/**
 * Signs a transaction for each call. All have their nonces in one turn. The last two have adjacent nonces: another transaction between
 * them could change or use the allowance.
 */
async function prepareEach(
  context: PrepareContext,
  account: Pick<SendRequest, 'caip2' | 'from'>,
  [first, ...others]: readonly BatchCall[],
  signer: Signer,
): Promise<PreparedMovement> {
  if (!first) throw new Error('a movement without a call');
  const { caip2, from: address } = account;
  let movement = await prepareOne(context, { ...account, calls: [first], minGas: gasOf.approval }, signer);
  try {
    const taken = movement.sendings[0]?.prepared.nonce ?? 0n;
    const start = await followingNonce(context, { caip2, address }, taken, others.length);
    if (others.length === 1 && start !== taken + 1n) throw new ApiError('CONCURRENT_CHANGE');
    for (const [index, call] of others.entries()) {
      const gas = index === others.length - 1 ? gasOf.deposit : gasOf.approval;
      const request = { ...account, calls: [call], nonce: start + BigInt(index), gas };
      const next = await prepareOne(context, request, signer);
      movement = movementOf([...movement.sendings, ...next.sendings]);
    }
    return movement;
  } catch (error) {
    movement[Symbol.dispose]();
    throw error;
  }
}

/** Signs a withdrawal. */
export async function prepareWithdrawal(
  context: PrepareContext,
  parameters: WithdrawParameters,
  { row, signer }: MovementInputs,
): Promise<PreparedMovement> {
  const from = parameters.signWith.toLowerCase();
  await requireCode(requireChain(context.services, row.caip2), row, context.signal);
  const call = await callOf(context, parameters, row, from);
  return await prepareOne(context, { caip2: row.caip2, from, calls: [call] }, signer);
}

async function callOf(
  { services, signal }: PrepareContext,
  parameters: WithdrawParameters,
  row: WrapperRow,
  account: string,
): Promise<BatchCall> {
  if (parameters.amountValue !== 'max') return withdrawCall(row, parameters);
  const chain = requireChain(services, row.caip2);
  const shares = await readInteger(chain, row.address, encodeCall('balanceOf(address)', [account]), signal).catch(
    (error) => {
      throw chainFailure(row.caip2, error);
    },
  );
  if (shares === 0n) throw new ActivityFailure('INVALID_TRANSACTION', 'the account has no shares of the wrapper');
  return withdrawCall(row, parameters, shares);
}

async function prepareOne(context: PrepareContext, request: SendRequest, signer: Signer): Promise<PreparedMovement> {
  return movementOf([{ request, prepared: await prepareTransaction(context, request, signer) }]);
}

const movementOf = (sendings: readonly Sending[]): PreparedMovement => ({
  sendings,
  [Symbol.dispose]() {
    for (const { prepared } of sendings) prepared[Symbol.dispose]();
  },
});

/** What an account has of the asset, what the wrapper may take of it, and whether the account can do both calls in one transaction. */
async function readFunds(
  chain: EvmChain,
  { assetAddress, address }: WrapperRow,
  account: string,
  signal: AbortSignal,
): Promise<[balance: bigint, allowance: bigint, canBatch: boolean]> {
  try {
    return await Promise.all([
      readInteger(chain, assetAddress, encodeCall('balanceOf(address)', [account]), signal),
      readInteger(chain, assetAddress, encodeCall('allowance(address,address)', [account, address]), signal),
      supportsBatches(chain, account, signal),
    ]);
  } catch (error) {
    throw chainFailure(chain.caip2, error);
  }
}

/** A call of an address without code succeeds, and does nothing: a reorganisation may have dropped the wrapper. */
async function requireCode(chain: EvmChain, { address }: WrapperRow, signal: AbortSignal): Promise<void> {
  const code = await chain.code(address.toLowerCase(), { signal }).catch((error) => {
    throw chainFailure(chain.caip2, error);
  });
  if (code === '0x') throw new ActivityFailure('RPC_CALL_ERROR', `${chain.caip2}: the wrapper is not on the chain`);
}

/** A transaction in flight may use up the allowance. */
async function hasNothingInFlight(
  { read, organization, signal }: PrepareContext,
  chain: EvmChain,
  address: string,
): Promise<boolean> {
  const mined = await chain.transactionCount(address, 'latest', { signal }).catch((error) => {
    throw chainFailure(chain.caip2, error);
  });
  const account = { caip2: chain.caip2, address };
  return (await read((sql) => readUsedNonces({ sql, organization }, account, mined))).length === 0;
}

async function readInteger(chain: EvmChain, to: string, data: string, signal: AbortSignal): Promise<bigint> {
  const value = decodeInteger(await chain.call({ to, data }, 'latest', { signal }));
  if (value === undefined) throw new ActivityFailure('RPC_CALL_ERROR', `${chain.caip2}: ${to} is not a token`);
  return value;
}

/** Has the transactions sent, each after the one before it has succeeded. The last one has the id of the activity. */
export async function sendMovement(context: ActivityContext, { sendings }: PreparedMovement): Promise<string> {
  let after: { readonly id: string; readonly hash: string } | undefined;
  for (const [index, { request, prepared }] of sendings.entries()) {
    const id = index === sendings.length - 1 ? context.activityId : uuidv7(context.now);
    after = { id: await sendTransaction(context, request, prepared, { id, after }), hash: prepared.hash };
  }
  return context.activityId;
}
