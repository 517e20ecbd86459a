import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { effort, repetitions } from '@mintmark/testing/effort';
import { createRandom } from '@mintmark/testing/random';
import { expect, test } from 'vitest';
import { createOutboxRig } from '../../../test/outbox-rig.ts';
import { Program } from '../../../test/program.ts';

const rounds = repetitions({ usual: 2, full: 4 });
const { seed } = effort;

test('behavior: kill -9 loses no entry of the outbox, and repeats only those in flight', async () => {
  await using rig = await createOutboxRig();
  const random = createRandom(seed);
  const key = randomBytes(32);
  const { target, database, organization } = rig;
  target.answer = async (response) => {
    await setTimeout(random(30));
    response.end();
  };
  const start = (prefix: string) =>
    new Program(
      'deliver-letters',
      JSON.stringify(rig.test.address),
      key.toString('hex'),
      organization.id,
      target.url,
      prefix,
    );
  const acknowledged: string[] = [];
  /** How often each key was in flight when its process was killed. */
  const inFlight = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    await using program = start(`round-${round}`);
    // A second process only delivers: it takes what the first one left.
    await using other = start('');
    await expect.poll(() => program.lines.length).toBeGreaterThan(5);
    await setTimeout(random(300));
    await Promise.all([program.kill(), other.kill()]);
    acknowledged.push(...program.lines.flatMap((line) => JSON.parse(line)));
    const held = await database.query(
      (sql) => sql<{ key: string }[]>`select idempotency_key as key from outbox where lease_id is not null`,
    );
    for (const { key } of held) inFlight.set(key, (inFlight.get(key) ?? 0) + 1);
  }
  await using last = start('');
  await expect.poll(rig.rows, { interval: 100 }).toEqual([]);
  expect(last.stderr).toBe('');
  expect(acknowledged.filter((key) => target.count(key) === 0)).toEqual([]);
  const repeated = [...new Set(target.keys)].filter((key) => target.count(key) > 1);
  expect(repeated.filter((key) => target.count(key) > 1 + (inFlight.get(key) ?? 0))).toEqual([]);
  console.log(
    `kill -9 of processes with an outbox: ${rounds} rounds, ${acknowledged.length} entries acknowledged, lost 0, ` +
      `${inFlight.size} in flight when killed, ${repeated.length} of these repeated, no others (seed ${seed})`,
  );
});
