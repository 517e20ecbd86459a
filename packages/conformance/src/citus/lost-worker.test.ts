import { setTimeout as pause } from 'node:timers/promises';
import { registry } from '@mintmark/schema';
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
    sent.push({ id, request, atMs, status });
    await pause(status === 200 ? 50 : 200);
  }
}

test('behavior: a worker that is lost under load costs nothing that was answered, and stops no organization of the other', async () => {
  const stage = await setStage({ ...pair, baseUrl: pair.urls[0] ?? '', passkeys: [] });
  const actors: Signer[] = [];
  while (actors.length < organizations) actors.push(await newSigner(await stage.newOrganization()));
  const [, lost] = citus.workers;
  if (!lost) throw new Error('there is no second worker');
  const isLost = new Map<string, boolean>();
  for (const { organizationId } of actors) isLost.set(organizationId, (await citus.workerOf(organizationId)) === lost);
  const loads = actors.map((actor) => ({ actor, sent: [] as Sent[] }));
  const stop = new AbortController();
  const running = Promise.all(loads.map(({ actor, sent }) => load(actor, pair.urls, sent, stop.signal)));
  await pause(5_000);
  const from = performance.now();
  await lost.kill();
  await pause(downMs);
  const until = performance.now();
  await lost.start();
  await pause(10_000);
  stop.abort();
  await running;

  const counts = {
    sent: 0,
    answered: 0,
    lost: 0,
    doubled: 0,
    refusedOfHealthy: 0,
    ofHealthy: 0,
    ofLost: 0,
    refusedOfLost: 0,
  };
  for (const { actor, sent } of loads) {
    const ids = new Set<string>();
    for (const { id, request, status } of sent) {
      counts.answered += Number(status === 200);
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
    const meanwhile = sent.filter(({ atMs }) => atMs >= from && atMs < until);
    const refused = meanwhile.filter(({ status }) => status !== 200).length;
    if (isLost.get(actor.organizationId)) {
      counts.ofLost += meanwhile.length;
      counts.refusedOfLost += refused;
    } else {
      counts.ofHealthy += meanwhile.length;
      counts.refusedOfHealthy += refused;
    }
  }
  console.log(`a worker was lost for ${downMs / 1000} s: ${JSON.stringify(counts)}`);
  await pair.command('audit', 'verify');
  expect(counts).toMatchObject({ lost: 0, doubled: 0 });
  expect([counts.ofHealthy > 0, counts.ofLost > 0]).toEqual([true, true]);
  expect(counts.refusedOfHealthy / counts.ofHealthy).toBeLessThan(0.01);
});
