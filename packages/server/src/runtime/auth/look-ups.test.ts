import { expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { Pressure } from '../../core/limits/pressure.ts';
import type { Database, Sql } from '../../storage/store/database.ts';
import { StoreError } from '../../storage/store/store-error.ts';
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
  const answers = await Promise.allSettled([find(ada), lookUps.read('another', failing), find(bob)]);
  expect(answers.map(({ status }) => status)).toEqual(expected);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(found).toMatchObject(isDistributed ? [ada, bob].map(({ userId }) => ({ credential: { userId } })) : []);
});

test('behavior: an organization whose machine is away is asked separately, until it is back', async () => {
  await using service = await startService();
  const { macs } = service;
  const [ada] = await addOrganization(service);
  const [bob] = await addOrganization(service);
  const pressure = new Pressure({ databaseMs: 60_000, loopMs: 60_000 });
  const distribution = { isDistributed: true, checkAfter: async () => {} };
  let isAway = true;
  let queries = 0;
  const database: Database = {
    ...service.database,
    query(work, options) {
      queries++;
      return service.database.query(async (sql) => {
        const answer = await work(sql);
        if (isAway && JSON.stringify(answer).includes(ada.organizationId)) throw new StoreError('UNAVAILABLE');
        return answer;
      }, options);
    },
  };
  const lookUps = createLookUps(database, { macs, distribution }, { connections: 1, pressure });
  const findBoth = async () => {
    const before = queries;
    const found = await Promise.allSettled(
      [ada, bob].map(({ organizationId, publicKey }) =>
        lookUps.findApiKey({ organizationId, publicKey, curve: 'p256' }),
      ),
    );
    return [...found.map(({ status }) => status), queries - before];
  };
  // Together, and then each of them.
  expect(await findBoth()).toEqual(['rejected', 'fulfilled', 3]);
  expect(await findBoth()).toEqual(['rejected', 'fulfilled', 2]);
  isAway = false;
  expect(await findBoth()).toEqual(['fulfilled', 'fulfilled', 2]);
  expect(await findBoth()).toEqual(['fulfilled', 'fulfilled', 1]);
});
