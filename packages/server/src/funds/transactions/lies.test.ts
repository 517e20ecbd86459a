import { effort, repetitions } from '@mintmark/testing/effort';
import { patience } from '@mintmark/testing/patience';
import { createRandom } from '@mintmark/testing/random';
import { afterAll, expect, test } from 'vitest';
import { createLyingChain, type LyingChain } from '../../../test/lying-chain.ts';
import { look } from '../../../test/sending.ts';
import { startService } from '../../../test/service.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import type { EvmChain } from '../../core/ports/evm-chain.ts';
import { evmTransaction } from './evm-transaction.ts';

const rounds = repetitions({ usual: 9, full: 12 });
const { seed } = effort;
const caip2 = 'eip155:1';
const to = '0x00000000000000000000000000000000000000a1';

const chains = new Map<string, EvmChain>();
const service = await startService({ chains }, { outboxKinds: [evmTransaction] });
afterAll(() => service[Symbol.asyncDispose]());
const { root, database } = service;
const wallet = await service.submit(root, 'create_wallet', { walletName: 'Payments', accounts: [ethereumAccount()] });
const { walletId } = wallet.json.activity.result.createWalletResult;
let accounts = 0;

interface Attempt {
  readonly id: string;
  readonly value: bigint;
  /** Whether a caller was told that it failed. */
  hasFailed: boolean;
}
type Payment = Attempt[];

/** An account that pays through a node that lies. */
class World {
  readonly chain: LyingChain;
  readonly #from: string;
  readonly payments: Payment[] = [];
  #attempts = 0;

  private constructor(chain: LyingChain, from: string) {
    this.chain = chain;
    this.#from = from;
  }

  static async create(lies: number): Promise<World> {
    // What an earlier world has left would be sent to this chain.
    await database.query((sql) => sql`delete from outbox where organization_id = ${root.organizationId}`);
    const account = ethereumAccount(++accounts);
    const { json } = await service.submit(root, 'create_wallet_accounts', { walletId, accounts: [account] });
    const [from] = json.activity.result.createWalletAccountsResult.addresses as [string];
    const chain = createLyingChain(lies, from.toLowerCase());
    chains.set(caip2, chain);
    return new World(chain, from);
  }

  /** Pays, or pays again. Each attempt has an amount of its own, by which the chain shows it. */
  async pay(payment: Payment): Promise<void> {
    const value = BigInt(++this.#attempts);
    const calls = [{ to, value: String(value) }];
    const { json } = await service.submit(root, 'eth_send_transaction', { from: this.#from, caip2, calls });
    await service.outbox.idle();
    if (json.activity?.status !== 'ACTIVITY_STATUS_COMPLETED') return;
    payment.push({ id: json.activity.id, value, hasFailed: false });
  }

  /** What the caller is told about an attempt. */
  async statusOf(attempt: Attempt) {
    const { json } = await service.ask(root, 'get_send_transaction_status', { sendTransactionStatusId: attempt.id });
    attempt.hasFailed ||= json.txStatus === 'FAILED';
    return json as { readonly txStatus: string; readonly txError?: string };
  }

  /** Whether the caller is told that a payment is included. */
  async isPaid(payment: Payment): Promise<boolean> {
    for (const attempt of payment) if ((await this.statusOf(attempt)).txStatus === 'INCLUDED') return true;
    return false;
  }

  /** Whether the caller may pay again: all attempts have failed. A hasty caller also takes for failed what no node took. */
  async isUnpaid(payment: Payment, isHasty: boolean): Promise<boolean> {
    for (const attempt of payment) {
      const { txStatus, txError } = await this.statusOf(attempt);
      const isNotTaken = isHasty && txStatus === 'INITIALIZED' && txError !== undefined;
      if (txStatus !== 'FAILED' && !isNotTaken) return false;
    }
    return true;
  }

  /** What must hold at any time. */
  check(): void {
    const included = new Set(this.chain.included().map(({ value }) => value));
    const attempts = this.payments.flat();
    expect(attempts.filter(({ hasFailed, value }) => hasFailed && included.has(value))).toEqual([]);
    for (const payment of this.payments)
      expect(payment.filter(({ value }) => included.has(value)).length).toBeLessThanOrEqual(1);
  }

  /** Ends the lies. Whatever is undecided then is decided as soon as further payments are final. */
  async settle(): Promise<void> {
    this.chain.becomeHonest();
    for (let tries = 0; tries < 12; tries++) {
      for (let looks = 0; looks < 3; looks++) {
        await look(service);
        this.chain.mine();
        this.chain.finalise();
      }
      await look(service);
      this.check();
      const statuses = await Promise.all(this.payments.flat().map((attempt) => this.statusOf(attempt)));
      this.check();
      if (statuses.every(({ txStatus }) => txStatus === 'INCLUDED' || txStatus === 'FAILED')) return;
      const further: Payment = [];
      this.payments.push(further);
      await this.pay(further);
    }
    expect.fail('something is undecided');
  }
}

/** The seeds of the rounds, which a failure names. */
const seeds = Array.from({ length: rounds }, (_, round) => seed * 10_000 + round);

test.each([
  // Several payments wait at the same time, and each is paid again only after it has failed.
  ['several payments of a patient caller', false, 4],
  // As a client does that takes every error for a failure. It pays again before anything else.
  ['one payment after the other of a hasty caller', true, 1],
])(
  'behavior: whatever a node says, what failed is never included: %s',
  { timeout: patience },
  async (_, isHasty, max) => {
    let failed = 0;
    let repeated = 0;
    for (const each of seeds) {
      const random = createRandom(each);
      const world = await World.create(each);
      const { chain, payments } = world;
      try {
        for (let step = 0; step < 40; step++) {
          const waiting: Payment[] = [];
          const unpaid: Payment[] = [];
          for (const payment of payments) {
            if (await world.isPaid(payment)) continue;
            waiting.push(payment);
            if (await world.isUnpaid(payment, isHasty)) unpaid.push(payment);
          }
          const choice = random(10);
          const again = unpaid[random(Math.max(unpaid.length, 1))];
          if (choice < 5 && again) await world.pay(again);
          else if (choice < 3 && waiting.length < max) {
            payments.push([]);
            await world.pay(payments.at(-1) as Payment);
          } else if (choice < 7) chain.mine();
          else if (choice < 8) chain.finalise();
          else if (choice < 9) chain.reorganise();
          await look(service);
          world.check();
        }
        await world.settle();
      } catch (error) {
        throw new Error(`with TEST_SEED=${seed}, in the round ${each}`, { cause: error });
      }
      failed += payments.flat().filter(({ hasFailed }) => hasFailed).length;
      repeated += payments.filter((payment) => payment.length > 1).length;
    }
    // Otherwise the rounds would have shown nothing.
    expect(failed).toBeGreaterThan(0);
    expect(repeated).toBeGreaterThan(0);
  },
);
