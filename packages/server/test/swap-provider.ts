import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type JsonAnswer, startJsonServer } from '@mintmark/testing/json-server';
import type { GuardedFetch } from '../src/core/ports/guarded-fetch.ts';
import { createGuardedFetch } from '../src/delivery/adapters/guarded-fetch.ts';
import { createSwapProvider } from '../src/delivery/adapters/swap/swap-provider.ts';

const guardedFetch = createGuardedFetch();
/** A provider that does not answer must not hold up the tests. */
const impatientFetch: GuardedFetch = (request) => guardedFetch({ ...request, timeoutMs: 1000 });

/** A claim as it arrived. */
interface ReceivedClaim {
  readonly key: string;
  readonly requestId: string;
  readonly receiver: string;
  readonly amount: string;
}

/** Answers a claim instead of the provider, which may pay it. */
type ClaimAnswer = (response: ServerResponse, pay: () => void, claim: ReceivedClaim) => void;

/** A swap provider with a ledger, as docs/swap.md describes it. */
export async function startSwapProvider() {
  const server = await startJsonServer();
  /** What each receiver can claim. */
  const ledger = new Map<string, bigint>();
  /** All claims that arrived, also those that were refused. */
  const arrived: ReceivedClaim[] = [];
  const paid = new Map<string, ReceivedClaim>();
  const part = randomUUID();
  const faults: { claimable?: JsonAnswer | undefined; claims?: ClaimAnswer | undefined } = {};

  const answer = (response: ServerResponse, status: number, json: object) =>
    response.writeHead(status).end(JSON.stringify(json));

  function pay(claim: ReceivedClaim): boolean {
    if (paid.has(claim.key)) return true;
    const left = (ledger.get(claim.receiver) ?? 0n) - BigInt(claim.amount);
    if (left < 0n) return false;
    ledger.set(claim.receiver, left);
    paid.set(claim.key, claim);
    return true;
  }

  server.answers[`/${part}/claims`] = (response, { headers, body }) => {
    const claim = { key: String(headers['idempotency-key']), ...JSON.parse(body) };
    arrived.push(claim);
    if (faults.claims) return faults.claims(response, () => pay(claim), claim);
    if (pay(claim)) answer(response, 202, { requestId: claim.requestId });
    else answer(response, 422, { error: 'not claimable' });
  };
  /** Lets fees accrue to a receiver. */
  function accrue(receiver: string, amount: bigint): void {
    ledger.set(receiver, (ledger.get(receiver) ?? 0n) + amount);
    server.answers[`/${part}/claimable?receiver=${receiver}`] = (response, request) => {
      if (typeof faults.claimable === 'function') return faults.claimable(response, request);
      answer(response, 200, faults.claimable ?? { receiver, amount: String(ledger.get(receiver)) });
    };
  }
  const providerUrl = `${server.origin}/${part}/`;
  const swap = createSwapProvider({ providerUrl, authorization: 'Bearer s3cret' }, impatientFetch);
  return { ...server, swap, ledger, accrue, arrived, paid, faults };
}
