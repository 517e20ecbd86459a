import { setTimeout } from 'node:timers/promises';
import { openConnections, requireSuccess, sendAll } from '../../load/connections.ts';
import { readMetric } from '../../load/read-metric.ts';
import { startService, temporaryDirectory } from '../../load/service-process.ts';
import { makeActors, newTag, readRootActor, submission, tagIdOf, whoami } from '../../load/stamped-requests.ts';

const minutes = 10;

/** Looks for memory leaks: ten minutes of reads and changes, with the memory printed every minute. */
export async function benchSoak(): Promise<void> {
  await using directory = await temporaryDirectory();
  await using service = await startService({ MINTMARK_DATA_DIR: directory.path });
  const root = await readRootActor(directory.path);
  const queries = await Promise.all((await makeActors(service.port, root, 16)).map(whoami));
  const connections = openConnections(service.port, 16);
  const round = async () => {
    const changes = Array.from({ length: 16 }, (_, index) => newTag(root, `Tag ${index}`));
    const done = await sendAll(connections, [...(await Promise.all(changes)), ...queries, ...queries]);
    requireSuccess(done);
    const userTagIds = done.flatMap(({ body }) => tagIdOf(body) ?? []);
    await sendAll(connections, [await submission(root, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds })]);
    return done.length + 1;
  };
  console.log('server, memory under load     minute    MiB   requests/s');
  const memory: number[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    let requests = 0;
    const start = performance.now();
    while (performance.now() - start < 60_000) requests += await round();
    memory.push((await readMetric(service.port, 'process_resident_memory_bytes')) / 2 ** 20);
    const columns = [
      String(minute).padStart(6),
      memory.at(-1)?.toFixed(0).padStart(6),
      (requests / 60).toFixed(0).padStart(12),
    ];
    console.log(`  ${''.padEnd(28)}${columns.join(' ')}`);
    await setTimeout(0);
  }
  const later = memory.slice(minutes / 2);
  const growth = ((later.at(-1) ?? 0) - (later[0] ?? 0)) / (later.length - 1);
  console.log(`  growth over the second half: ${growth.toFixed(2)} MiB a minute`);
  for (const connection of connections) connection.close();
}
