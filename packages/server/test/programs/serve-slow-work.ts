/**
 * Serves an organization in which upsert_swap_config takes 5 ms of CPU to prepare: for the benchmark, as no operation has such
 * work yet. The argument is the directory for root.json.
 */
import upsertSwapConfig from '@mintmark/schema/operations/swap/upsert-swap-config';
import { implement } from '../../src/core/handlers/implement.ts';
import { shareOf } from '../../src/core/model/share.ts';
import { Threads } from '../../src/custody/threads/threads.ts';
import { activityHandler } from '../../src/operations/handlers.ts';
import { createApp } from '../../src/runtime/app.ts';
import { listen } from '../../src/runtime/http/listen.ts';
import { openService } from '../../src/runtime/open-service.ts';
import { openStore } from '../../src/runtime/open-store.ts';
import { keepRootFile } from '../../src/runtime/process/root-file.ts';
import { spin } from '../tasks/spin.ts';
import { testProgram } from '../tasks/test-program.ts';
import { createTestServices } from '../test-services.ts';

const [directory = '.'] = process.argv.slice(2);
const slowWork = implement(upsertSwapConfig, {
  inputs: async () => null,
  prepare: ({ organization, caller, services: { threads } }) =>
    threads.run(spin, 5, { share: shareOf(organization, caller) }),
  execute: async (_, parameters) => parameters,
});
const store = await openStore({ database: 'ephemeral' });
const { vault, macs } = await openService(store.database, {
  database: 'ephemeral',
  keepRoot: (root) => keepRootFile(directory, { baseUrl: 'http://127.0.0.1', ...root }),
});
const app = createApp({
  database: store.database,
  services: createTestServices({ vault, macs, threads: new Threads({ program: testProgram }) }),
  findHandler: (name) => (name === 'upsert_swap_config' ? slowWork : activityHandler(name)),
});
const { url } = await listen(app, { port: 0, host: '127.0.0.1' });
process.once('SIGTERM', () => void store.close().then(() => process.exit()));
console.log(`listening on ${url}`);
