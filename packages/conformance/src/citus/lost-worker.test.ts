import { setTimeout as pause } from 'node:timers/promises';
import { registry } from '@mintmark/schema';
import type { DebianPostgres } from '@mintmark/testing/debian-postgres';
import { afterAll, expect, test } from 'vitest';
import { bodyOf, type RawRequest, send, stamped } from '../story/raw-request.ts';
import { type Actor, setStage } from '../story/stage.ts';
import { startPairOnCitus } from '../targets/citus.ts';

const unit = registry.sign_raw_payload;
const organizations = 16;
const downMs = 30_000;

const { citus, pair } = await startPairOnCitus();
afterAll(() => pair[Symbol.asyncDispose]());

interface Sent {
  /** Of the activity, if it was answered. */
  readonly id: string | undefined;
  readonly request: RawRequest;
  readonly atMs: number;
  readonly tookMs: number;
  /** Of the first answer; 0 if there was none. */
  readonly status: number;
}

/** Somebody who signs with a key of an organization. */
interface Signer extends Actor {
  readonly signWith: string;
}

async function newSigner(actor: Actor): Promise<Signer> {
  const account = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };
  const { addresses } = await actor.call('createWalletOrThrow', { walletName: 'Wallet', accounts: [account] });
  return { ...actor, signWith: addresses[0] };
}

/** Signs with a key, one payload after the other, until it is told to stop. */
async function load(
  { organizationId, stamper, signWith }: Signer,
  urls: readonly string[],
  sent: Sent[],
  stop: AbortSignal,
): Promise<void> {
  for (let count = 0; !stop.aborted; count++) {
    const options = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' };
    const body = bodyOf(unit, organizationId, { signWith, payload: `payload ${count}`, ...options });
    const request = await stamped(stamper, body);
    const atMs = performance.now();
    const [status, id] = await send(urls[count % urls.length] ?? '', unit, request).then(
      (answer) => [answer.status, answer.json.activity?.id] as const,
      () => [0, undefined] as const,
    );
    sent.push({ id, request, atMs, tookMs: performance.now() - atMs, status });
    await pause(status === 200 ? 50 : 200);
  }
}

/** The worker that is lost, and one that stays. */
const [kept, lost] = citus.workers as [DebianPostgres, DebianPostgres];
const stage = await setStage({ ...pair, baseUrl: pair.urls[0] ?? '', passkeys: [] });

interface Load {
  readonly actor: Signer;
  readonly sent: Sent[];
}

/** The loads of organizations on a worker. Both workers have the same number. */
async function loadsOn(worker: DebianPostgres): Promise<Load[]> {
  const loads: Load[] = [];
  while (loads.length < organizations / 2) {
    const actor = await stage.newOrganization();
    if ((await citus.workerOf(actor.organizationId)) === worker)
      loads.push({ actor: await newSigner(actor), sent: [] });
  }
  return loads;
}

/** The times of answers, as text. */
function timesOf(sent: readonly Sent[]): string {
  const times = sent.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other);
  const at = (part: number) => `${Math.round(times[Math.floor(part * (times.length - 1))] ?? 0)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}

test.each([
  ['is killed', lost.kill, lost.start],
  ['does not respond', lost.freeze, lost.thaw],
])(
  'behavior: a worker under load %s: nothing that was answered is lost, and no organization of the other stops',
  async (name, lose, restore) => {
    const [onKept, onLost] = [await loadsOn(kept), await loadsOn(lost)];
    const loads = [...onKept, ...onLost];
    const stop = new AbortController();
    const running = Promise.all(loads.map(({ actor, sent }) => load(actor, pair.urls, sent, stop.signal)));
    await pause(10_000);
    const from = performance.now();
    await lose();
    await pause(downMs);
    const until = performance.now();
    await restore();
    await pause(10_000);
    stop.abort();
    await running;

    const counts = { sent: 0, answered: 0, lost: 0, doubled: 0, otherwise: 0 };
    for (const { actor, sent } of loads) {
      const ids = new Set<string>();
      for (const { id, request, status } of sent) {
        counts.answered += Number(status === 200);
        // Refused for another reason than that a machine is away.
        counts.otherwise += Number(![200, 503, 0].includes(status));
        // The same body again finds out what became of it.
        const again = id === undefined ? await send(pair.urls[0] ?? '', unit, request) : undefined;
        if (again) expect([again.status, again.json.activity?.status]).toEqual([200, 'ACTIVITY_STATUS_COMPLETED']);
        ids.add(id ?? again?.json.activity.id);
      }
      const listed: string[] = [];
      const filter = { filterByType: [unit.type], paginationOptions: { limit: '100' } };
      for await (const activity of actor.call('listActivities', filter)) listed.push((activity as { id: string }).id);
      counts.sent += sent.length;
      counts.lost += [...ids].filter((id) => !listed.includes(id)).length;
      counts.doubled += listed.length - sent.length;
    }
    const sentBy = (some: readonly Load[]) => some.flatMap(({ sent }) => sent);
    const isDown = ({ atMs }: Sent) => atMs >= from && atMs < until;
    const refusals = (sent: readonly Sent[]) => sent.filter(({ status }) => status !== 200).length;
    const [before, healthy, away] = [
      sentBy(onKept).filter(({ atMs }) => atMs < from),
      sentBy(onKept).filter(isDown),
      sentBy(onLost).filter(isDown),
    ];
    console.log(`a worker ${name} for ${downMs / 1000} s: ${JSON.stringify(counts)}
organizations of the other: ${refusals(healthy)} of ${healthy.length} refused; ${timesOf(healthy)} (before: ${timesOf(before)})
its own: ${refusals(away)} of ${away.length} refused; ${timesOf(away)}`);
    await pair.command('audit', 'verify');
    const errors = pair.processes
      .flatMap((process) => process.log())
      .filter((line) => line.includes('"level":"error"'));
    expect(counts, errors.join('\n')).toMatchObject({ lost: 0, doubled: 0, otherwise: 0 });
    expect([healthy.length > 0, refusals(away) > 0]).toEqual([true, true]);
    expect(refusals(healthy) / healthy.length).toBeLessThan(0.01);
  },
);
