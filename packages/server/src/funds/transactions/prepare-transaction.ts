import {
  encodeUnsignedTransaction,
  isSupported,
  keccak256,
  readEthereumTransaction,
  supportsBatchData,
} from '@mintmark/chains/ethereum';
import type { PrepareContext } from '../../core/handlers/implement.ts';
import { ActivityFailure } from '../../core/model/api-error.ts';
import type { EvmChain, EvmFees } from '../../core/ports/evm-chain.ts';
import { invalidTransaction } from '../signing/refusals.ts';
import { signWith } from '../signing/sign-with.ts';
import type { Signer } from '../signing/signer.ts';
import { endNonceTurn, takeNonceTurn } from './nonce-turn.ts';
import { chainFailure, requireChain } from './require-chain.ts';
import { callOf, type SendRequest } from './send-request.ts';
import type { SignedTransaction } from './sent-transaction.ts';

/** A signed transaction that nobody has seen yet. It is wiped when the activity is over: if it is sent, its row has it. */
export interface PreparedTransaction extends SignedTransaction, Disposable {
  /** Whether the nonce was chosen here, in a turn that the commit has to end. */
  readonly hasTurn: boolean;
}

/** Fills what a request leaves open, and signs the transaction. Nothing is sent. */
export async function prepareTransaction(
  context: PrepareContext,
  request: SendRequest,
  signer: Signer,
): Promise<PreparedTransaction> {
  const { caip2, from: address } = request;
  const chain = requireChain(context.services, caip2);
  const { mined, pending, ...filled } = await fill(chain, request, context.signal).catch((error) => {
    throw chainFailure(caip2, error);
  });
  const hasTurn = request.nonce === undefined;
  const account = { caip2, address };
  const nonce = request.nonce ?? (await takeNonceTurn(context, account, { mined, pending }));
  // A turn that is not ended ends by itself, only later.
  const end = () => void (hasTurn && endNonceTurn(context, account).catch(() => {}));
  try {
    const raw = await sign(context, signer, { ...filled, chainId: chain.chainId, nonce });
    const wipe = () => {
      raw.fill(0);
      end();
    };
    return { caip2, address, nonce, hash: hashOf(raw), raw, hasTurn, [Symbol.dispose]: wipe };
  } catch (error) {
    end();
    throw error;
  }
}

const hashOf = (raw: Uint8Array): string => `0x${Buffer.from(keccak256(raw)).toString('hex')}`;

/** Reads from the node what the request leaves open. */
async function fill(chain: EvmChain, request: SendRequest, signal: AbortSignal) {
  const { from, nonce } = request;
  const call = callOf(request);
  await chain.requireSynced({ signal });
  if (request.calls.length > 1) await requireBatches(chain, from, signal);
  const [mined, pending, fees, estimated] = await Promise.all([
    chain.transactionCount(from, 'latest', { signal }),
    chain.transactionCount(from, 'pending', { signal }),
    feesOf(chain, request, signal),
    request.gas ?? estimate(chain, { from, ...call }, signal),
  ]);
  const { minGas = 0n } = request;
  const gas = estimated > minGas ? estimated : minGas;
  if (nonce !== undefined && nonce < mined)
    throw invalidTransaction(`the nonce ${nonce} is already used: the next one is ${mined}`);
  if (nonce !== undefined && nonce > pending + maxAhead)
    throw invalidTransaction(`the nonce ${nonce} is too far ahead: the next one is ${pending}`);
  requireFee(chain, request, gas * fees.maxFeePerGas);
  return { ...call, ...fees, gas, mined, pending };
}

/** How far a nonce that a request names may be ahead of the account. A transaction with a later one would wait for ever. */
const maxAhead = 64n;

/** A node that lies about gas or fees must not have an account spend all it has. What the request itself says has no limit. */
function requireFee({ caip2, maxFee }: EvmChain, { gas, maxFeePerGas }: SendRequest, fee: bigint): void {
  const isAsked = gas !== undefined && maxFeePerGas !== undefined;
  if (!isAsked && fee > maxFee)
    throw new ActivityFailure(
      'RPC_CALL_ERROR',
      `${caip2}: by the node's estimate, the fee could be ${fee} wei, but the operator's limit is ${maxFee}`,
    );
}

/** Whether an account has code that executes several calls in one transaction. */
export async function supportsBatches(chain: EvmChain, account: string, signal: AbortSignal): Promise<boolean> {
  const code = await chain.code(account, { signal });
  if (code === '0x') return false;
  return isSupported(await chain.call({ to: account, data: supportsBatchData }, 'latest', { signal }));
}

async function requireBatches(chain: EvmChain, account: string, signal: AbortSignal): Promise<void> {
  if (!(await supportsBatches(chain, account, signal)))
    throw invalidTransaction(
      'several calls require an account whose code implements ERC-7821, and this account has no such code',
    );
}

async function feesOf(
  chain: EvmChain,
  { maxFeePerGas, maxPriorityFeePerGas }: SendRequest,
  signal: AbortSignal,
): Promise<EvmFees> {
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined) return { maxFeePerGas, maxPriorityFeePerGas };
  const current = await chain.fees({ signal });
  if (maxFeePerGas !== undefined) {
    const { maxPriorityFeePerGas: suggested } = current;
    return { maxFeePerGas, maxPriorityFeePerGas: suggested < maxFeePerGas ? suggested : maxFeePerGas };
  }
  const priority = maxPriorityFeePerGas ?? current.maxPriorityFeePerGas;
  const base = current.maxFeePerGas - current.maxPriorityFeePerGas;
  return { maxFeePerGas: base + priority, maxPriorityFeePerGas: priority };
}

/** A quarter more than the estimate for contracts: what they need may change until the transaction is included. */
async function estimate(
  chain: EvmChain,
  call: { readonly from: string; readonly to: string; readonly value: bigint; readonly data: string },
  signal: AbortSignal,
): Promise<bigint> {
  const gas = await chain.estimateGas(call, { signal });
  return call.data === '0x' ? gas : gas + gas / 4n;
}

interface Filled extends EvmFees {
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

async function sign(context: PrepareContext, signer: Signer, filled: Filled): Promise<Uint8Array> {
  const content = { type: 'TYPE_2', ...filled, gasPrice: filled.maxFeePerGas, accessList: [] } as const;
  const publicKey = Buffer.from(signer.publicKey, 'hex');
  const transaction = readEthereumTransaction(encodeUnsignedTransaction(content), { publicKey });
  using signatures = await signWith(context, signer, transaction.requests);
  return transaction.sign(signatures.all);
}
