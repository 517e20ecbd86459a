/**
 * Leaves letters and delivers them, until it is killed. Prints the keys of each transaction once it is committed. The arguments are
 * the address of the database, the keys of its rows, the organization, the address of the target, and a prefix for keys.
 */
import { createSecretKey } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { RowMacs } from '../../src/core/authority/row-macs.ts';
import { Outbox } from '../../src/delivery/outbox/outbox.ts';
import { openDatabase } from '../../src/storage/store/database.ts';
import { letterKind } from '../letters.ts';
import { createTestServices } from '../test-services.ts';

const [address = '', key = '', id = '', url = '', prefix = ''] = process.argv.slice(2);
const database = openDatabase({ address: JSON.parse(address), ephemeral: true, timeoutMs: 30_000 });
const services = createTestServices({ macs: new RowMacs(createSecretKey(Buffer.from(key, 'hex'))) });
// A delivery that a busy machine makes too late is repeated, too.
const letter = letterKind(url, { timeLimitMs: 5_000 });
const limits = { pollMs: 200, leaseMs: 10_000, inAll: 8, ofLane: 8 };
const outbox = new Outbox({ database, services, kinds: [letter], limits, onError: console.error });
process.stdin.on('close', () => process.exit()).resume();
outbox.start();
for (let count = 0; prefix !== ''; count++) {
  const keys = [`${prefix}-${count}-a`, `${prefix}-${count}-b`];
  const writer = await database.transaction(async (sql) => {
    const writer = outbox.writer(sql, { id, parentId: null, source: null });
    for (const idempotencyKey of keys) await writer.leave(letter, { text: 'hello' }, { idempotencyKey });
    return writer;
  });
  console.log(JSON.stringify(keys));
  outbox.wake(writer);
  await setTimeout(10);
}
