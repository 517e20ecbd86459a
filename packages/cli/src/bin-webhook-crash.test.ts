import { setTimeout } from 'node:timers/promises';
import { effort, repetitions } from '@mintmark/testing/effort';
import { startJsonServer } from '@mintmark/testing/json-server';
import { createRandom } from '@mintmark/testing/random';
import { expect, test } from 'vitest';
import { createConfiguredInstallation } from '../test/configured-installation.ts';

const rounds = repetitions({ usual: 1, full: 4 });
const { seed } = effort;
/** How many webhooks a process delivers concurrently. */
const places = 8;

test('behavior: kill -9 while webhooks are delivered loses none, and repeats only those in flight', async () => {
  await using receiver = await startJsonServer();
  await using installation = await createConfiguredInstallation({ webhooks: { allowPrivate: true } });
  const random = createRandom(seed);
  /** What arrived while each process ran: the ids of the events, and the activities that they are about. */
  const lives: { readonly id: string; readonly activityId: string }[][] = [];
  receiver.answers['/events'] = async (response, { headers, body }) => {
    lives.at(-1)?.push({ id: String(headers['webhook-id']), activityId: JSON.parse(body).id });
    await setTimeout(random(40));
    response.end();
  };
  /** The ids of the activities that were acknowledged. */
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    lives.push([]);
    await using service = await installation.start();
    const client = await installation.connect(service);
    if (round === 0) await client.createWebhookEndpointOrThrow({ url: `${receiver.origin}/events`, name: 'Endpoint' });
    let isKilled = false;
    const work = async (worker: number) => {
      for (let count = 0; !isKilled; count++) {
        const userTagName = `${round} ${worker} ${count}`;
        const made = await client.createUserTag({ userTagName, userIds: [] }).catch(() => undefined);
        if (made?.status === 'completed') acknowledged.push(made.activity.id);
      }
    };
    const working = Array.from({ length: 4 }, (_, worker) => work(worker));
    await expect.poll(() => lives.at(-1)?.length).toBeGreaterThan(10);
    await setTimeout(random(300));
    isKilled = true;
    await service.kill();
    await Promise.all(working);
  }
  lives.push([]);
  await using _last = await installation.start();
  const arrived = () => new Set(lives.flat().map(({ activityId }) => activityId));
  const missing = () => acknowledged.filter((id) => !arrived().has(id));
  await expect.poll(missing, { interval: 100 }).toEqual([]);
  // One process sends no event twice that was accepted. Later ones repeat only what was in flight when one was killed, which may
  // come after several kills: it waits until the lease ends.
  const seen = new Set<string>();
  let repeated = 0;
  for (const [kills, life] of lives.entries()) {
    const ids = life.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    repeated += ids.filter((id) => seen.has(id)).length;
    expect(repeated).toBeLessThanOrEqual(kills * places);
    for (const id of ids) seen.add(id);
  }
  // Each event is about one activity as it was at one time: none has two.
  expect(seen.size).toBe(arrived().size);
  console.log(
    `kill -9 while webhooks are delivered: ${rounds} rounds, ${acknowledged.length} activities acknowledged, lost 0 events, ` +
      `${repeated} of ${seen.size} repeated (seed ${seed})`,
  );
});
