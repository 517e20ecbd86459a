import { z } from 'zod';
import type { GuardedFetch } from '../../../core/ports/guarded-fetch.ts';
import { OutboundError } from '../outbound-error.ts';
import { EvmError } from './evm-error.ts';

export interface JsonRpcOptions {
  readonly rpcUrl: string;
  /** The value of the header Authorization. */
  readonly authorization?: string | undefined;
}

interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number | undefined;
}

/** Calls a method of a node, and returns its result as the node gave it. */
export type JsonRpc = (method: string, params: readonly unknown[], options?: RequestOptions) => Promise<unknown>;

const timeoutMs = 10_000;

const Answer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
  z.object({ result: z.unknown() }),
]);

/** Creates the way to a node: JSON-RPC 2.0 over HTTP. */
export function createJsonRpc({ rpcUrl, authorization }: JsonRpcOptions, fetch: GuardedFetch): JsonRpc {
  let count = 0;
  return async (method, params, { signal, maxBytes } = {}) => {
    const { status, text } = await fetch({
      url: rpcUrl,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++count, method, params }),
      isConfigured: true,
      signal,
      timeoutMs,
      ...(maxBytes !== undefined && { maxBytes }),
    }).catch((error) => {
      if (!(error instanceof OutboundError)) throw error;
      // A caller that aborted knows why.
      signal?.throwIfAborted();
      throw new EvmError(error.code === 'TOO_LARGE' || error.code === 'BAD_ANSWER' ? 'BAD_ANSWER' : 'UNREACHABLE', {
        reason: error.sentence,
        cause: error,
      });
    });
    // Some nodes answer 4xx or 5xx with an error of JSON-RPC.
    const { data: answer } = Answer.safeParse(parse(text));
    if (answer && 'error' in answer) throw errorOf(answer.error, status);
    if (status !== 200) throw new EvmError('UNREACHABLE', { reason: `HTTP ${status}` });
    if (!answer) throw new EvmError('BAD_ANSWER', { reason: `the answer to ${method} is not JSON-RPC` });
    return answer.result;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Codes that mean the node is busy or limits its callers: EIP-1474, and what providers use. */
const busyCodes = [-32005, 429];
/** Besu refuses such a transaction with one of these codes, and would refuse it for ever. */
const refusalDespiteCode = /exceeds block gas limit/i;

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

function errorOf({ code, message, data }: RpcError, status: number) {
  const reason = printable(message);
  if (busyCodes.includes(code) && !refusalDespiteCode.test(message)) return new EvmError('UNREACHABLE', { reason });
  if (code === 3 || /\brevert/i.test(message)) return new EvmError('REVERTED', { reason, data: revertData(data) });
  // The error may be that of a proxy: what the node itself did is unknown.
  if (status >= 500 || status === 429) return new EvmError('UNREACHABLE', { reason });
  return new EvmError('REFUSED', { reason });
}

/** Nodes put it into the error itself, or into a member of it. */
function revertData(data: unknown): string | undefined {
  const found = typeof data === 'object' && data !== null && 'data' in data ? data.data : data;
  return typeof found === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(found) ? found.toLowerCase() : undefined;
}

/** What a node says is shown to callers and stored. */
const printable = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
