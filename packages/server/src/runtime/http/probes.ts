import type { Database } from '../../storage/store/database.ts';
import { pageHeaders } from './answers.ts';
import type { OutgoingAnswer } from './exchange.ts';
import type { Page, Pages } from './pages.ts';

/** How long the database may take to answer. */
const patienceMs = 1_000;

const statusAnswer = (status: number, word: string): OutgoingAnswer => ({
  status,
  headers: pageHeaders,
  body: JSON.stringify({ status: word }),
});

const ok = statusAnswer(200, 'ok');
const notReady = statusAnswer(503, 'unavailable');

/** The same pages while the service starts. */
export const startingProbes: Pages = new Map([
  ['/health', { name: 'health', answer: () => notReady }],
  ['/ready', { name: 'ready', answer: () => notReady }],
]);

/** The liveness and readiness pages. */
export function createProbes(database: Database): (readonly [string, Page])[] {
  let asked: Promise<OutgoingAnswer> | undefined;
  // Concurrent probes share one query.
  const answer = () => {
    asked ??= ask(database).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  return [
    ['/health', { name: 'health', answer: () => ok }],
    ['/ready', { name: 'ready', answer }],
  ];
}

async function ask(database: Database): Promise<OutgoingAnswer> {
  const late = Promise.withResolvers<OutgoingAnswer>();
  const timer = setTimeout(() => late.resolve(notReady), patienceMs);
  const told = database
    .query((sql) => sql`select id from instance`, { timeoutMs: patienceMs })
    .then(
      () => ok,
      () => notReady,
    );
  try {
    return await Promise.race([told, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
