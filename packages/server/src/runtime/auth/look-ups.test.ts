import { expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { Pressure } from '../../core/limits/pressure.ts';
import type { Sql } from '../../storage/store/database.ts';
import { createLookUps } from './look-ups.ts';

const failing = (sql: Sql) => sql`select 1 / 0`;

test.each([
  [true, ['fulfilled', 'rejected', 'fulfilled']],
  [false, ['rejected', 'rejected', 'rejected']],
])('behavior: of look-ups that were sent together, one fails (distributed: %s)', async (isDistributed, expected) => {
  await using service = await startService();
  const { database, macs } = service;
  const [ada] = await addOrganization(service);
  const [bob] = await addOrganization(service);
  const distribution = { isDistributed, checkAfter: async () => {} };
  const pressure = new Pressure({ databaseMs: 60_000, loopMs: 60_000 });
  const lookUps = createLookUps(database, { macs, distribution }, { connections: 1, pressure });
  const find = ({ organizationId, publicKey }: Actor) =>
    lookUps.findApiKey({ organizationId, publicKey, curve: 'p256' });
  const answers = await Promise.allSettled([find(ada), lookUps.read(failing), find(bob)]);
  expect(answers.map(({ status }) => status)).toEqual(expected);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(found).toMatchObject(isDistributed ? [ada, bob].map(({ userId }) => ({ credential: { userId } })) : []);
});
