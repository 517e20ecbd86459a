import { canonicalAddress } from '@mintmark/chains/addresses';
import { type BatchCall, encodeBatch, maxUint64, maxUint256 } from '@mintmark/chains/ethereum';
import type ethSendTransaction from '@mintmark/schema/operations/transactions/eth-send-transaction';
import type { z } from 'zod';
import { readHex } from '../signing/read-hex.ts';
import { invalidTransaction } from '../signing/refusals.ts';

export type SendParameters = z.output<(typeof ethSendTransaction)['parameters']>;

/** What an account is to send. Fields that are absent are filled from the node of the chain. */
export interface SendRequest {
  readonly caip2: string;
  /** In lower case, like all addresses here. */
  readonly from: string;
  readonly nonce?: bigint;
  readonly gas?: bigint;
  /** At least so much gas, whatever the node estimates. */
  readonly minGas?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly calls: readonly BatchCall[];
}

const zeroAddress = `0x${'0'.repeat(40)}`;

/** Reads the parameters, which fit the contract already. */
export function readSendRequest(parameters: SendParameters): SendRequest {
  const { from, caip2, sponsor, deadline, gasStationNonce, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas } =
    parameters;
  if (sponsor) throw invalidTransaction('this server does not sponsor fees: sponsor must be false');
  if (deadline !== undefined || gasStationNonce !== undefined)
    throw invalidTransaction('deadline and gasStationNonce are for sponsored transactions only');
  const request = {
    caip2,
    from: from.toLowerCase(),
    ...(nonce !== undefined && { nonce: BigInt(nonce) }),
    ...(gasLimit !== undefined && { gas: integer('gasLimit', gasLimit, maxUint64) }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas: integer('maxFeePerGas', maxFeePerGas) }),
    ...(maxPriorityFeePerGas !== undefined && {
      maxPriorityFeePerGas: integer('maxPriorityFeePerGas', maxPriorityFeePerGas),
    }),
    calls: parameters.calls.map(readCall),
  };
  for (const { to, data } of request.calls) {
    // Policies see each call. A batch within a call would be hidden from them.
    if (to === request.from && data !== '0x')
      throw invalidTransaction('an account cannot call itself with data: list the calls in calls');
    // In a batch, an account may take the zero address for itself (ERC-7821).
    if (request.calls.length > 1 && to === zeroAddress)
      throw invalidTransaction('a batch cannot call the zero address');
  }
  if ((request.maxPriorityFeePerGas ?? 0n) > (request.maxFeePerGas ?? maxUint256))
    throw invalidTransaction('maxPriorityFeePerGas is larger than maxFeePerGas');
  return request;
}

function integer(name: string, text: string, max = maxUint256): bigint {
  const value = BigInt(text);
  if (value > max) throw invalidTransaction(`${name} is too large`);
  return value;
}

function readCall({ to, value = '0', data = '' }: SendParameters['calls'][number]): BatchCall {
  const bytes = readHex(data) ?? new Uint8Array();
  // Mixed letters are a checksum (EIP-55): it is there to find a mistyped address.
  if (/[a-f]/.test(to) && /[A-F]/.test(to) && canonicalAddress(to.toLowerCase()) !== to)
    throw invalidTransaction(`the checksum of the address ${to} is wrong`);
  return { to: to.toLowerCase(), value: integer('value', value), data: `0x${Buffer.from(bytes).toString('hex')}` };
}

/** The only call of a transaction: several calls become one call of the account to itself. */
export function callOf({ from, calls }: SendRequest): BatchCall {
  const [first, second] = calls;
  if (!first) throw new Error('a transaction without a call');
  return second ? { to: from, value: 0n, data: encodeBatch(calls) } : first;
}
