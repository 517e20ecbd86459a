import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { letterKind } from '../../test/letters.ts';
import { createOutboxRig } from '../../test/outbox-rig.ts';
import { startTcpProxy } from '../../test/tcp-proxy.ts';
import { openDatabase } from '../storage/store/database.ts';

describe('the outbox while the database is away', () => {
  test('behavior: repeats a delivery with the same key only if its result was lost', async () => {
    await using rig = await createOutboxRig();
    await using proxy = await startTcpProxy(rig.test.address);
    const database = openDatabase({ address: proxy.url, ephemeral: true, timeoutMs: 1_000 });
    const kinds = [letterKind(rig.target.url, { timeLimitMs: 500 })];
    const first = rig.start({ database, kinds, limits: { leaseMs: 3_000 } });
    rig.target.answer = (response, { key }) => {
      if (key === 'lost') proxy.cut();
      response.end();
    };
    await rig.leave(first, ['kept']);
    await expect.poll(rig.rows).toEqual([]);
    await rig.leave(first, ['lost']);
    await expect.poll(() => rig.errors).toHaveLength(1);
    rig.target.answer = (response) => response.end();
    const second = rig.start({ limits: { pollMs: 100 } });
    await expect.poll(rig.rows).toEqual([]);
    await second.stop();
    expect(rig.target.keys).toEqual(['kept', 'lost', 'lost']);
    await first.stop();
    await database.close();
  });

  test('behavior: writes the result once the database is back, without a repetition', async () => {
    await using rig = await createOutboxRig();
    await using proxy = await startTcpProxy(rig.test.address);
    const database = openDatabase({ address: proxy.url, ephemeral: true, timeoutMs: 1_000 });
    const outbox = rig.start({ database });
    rig.target.answer = async (response) => {
      proxy.cut();
      response.end();
      await setTimeout(300);
      proxy.heal();
    };
    await rig.leave(outbox, ['key']);
    await expect.poll(rig.rows).toEqual([]);
    await outbox.stop();
    await database.close();
    expect(rig.target.keys).toEqual(['key']);
  });

  test('behavior: depths stay as they were read last if the database does not answer', async () => {
    await using rig = await createOutboxRig();
    await using proxy = await startTcpProxy(rig.test.address);
    const database = openDatabase({ address: proxy.url, ephemeral: true, timeoutMs: 1_500 });
    const outbox = rig.start({ database, limits: { depthsAgeMs: 0 } });
    rig.target.answer = () => {};
    await rig.leave(outbox, ['key']);
    await expect.poll(() => outbox.depths()).toMatchObject([{ count: 1 }]);
    proxy.stall();
    for (let count = 0; count < 20; count++) {
      await setTimeout(100);
      expect(outbox.depths()).toMatchObject([{ count: 1 }]);
    }
    proxy.cut();
    await outbox.stop();
    await database.close();
  });
});
