import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from '../../core/limits/turns.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import type { Outcome } from './commit-group.ts';
import { CommitQueue } from './commit-queue.ts';
import type { Member } from './transaction.ts';

/** A queue whose groups the test commits. A member is known by the text of its body. */
function createQueue({ inAll = 10, longestWaitMs = 60_000 } = {}) {
  const groups: { readonly bodies: string[]; readonly end: (outcomes?: readonly Outcome[] | StoreError) => void }[] =
    [];
  const queue = new CommitQueue({
    turns: new Turns({ inAll, ofSource: 1, longestWaitMs }),
    longestWaitMs,
    commit: (_, members) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
      const bodies = members.map(({ request }) => Buffer.from(request.body).toString());
      const all = members.map((): Outcome => ({ next: 'prepare' }));
      groups.push({
        bodies,
        end: (outcomes = all) => (outcomes instanceof StoreError ? reject(outcomes) : resolve(outcomes)),
      });
      return promise;
    },
  });
  interface From {
    readonly credentialId?: string;
    readonly organizationId?: string;
    readonly source?: string;
  }
  const commit = (text: string, { credentialId = 'key', organizationId = 'organization', source }: From = {}) => {
    const caller = { credentialId, source };
    const request = { organization: { id: organizationId }, caller, body: Buffer.from(text) };
    return queue.commit({ request } as unknown as Member);
  };
  const bodies = () => groups.map((group) => group.bodies.join(' '));
  return { commit, groups, bodies };
}

test('default', async () => {
  const { commit, groups, bodies } = createQueue();
  const first = commit('a');
  await setImmediate();
  const others = [commit('b'), commit('c')];
  await setImmediate();
  expect(bodies()).toEqual(['a']);
  groups[0]?.end();
  expect(await first).toEqual({ next: 'prepare' });
  await setImmediate();
  expect(bodies()).toEqual(['a', 'b c']);
  groups[1]?.end();
  await Promise.all(others);
});

test('behavior: requests of the same moment go together, up to 32', async () => {
  const { commit, groups, bodies } = createQueue();
  const all = Array.from({ length: 40 }, (_, index) => commit(String(index)));
  await setImmediate();
  groups[0]?.end();
  await setImmediate();
  groups[1]?.end();
  await Promise.all(all);
  expect(bodies().map((group) => group.split(' ').length)).toEqual([32, 8]);
});

test('behavior: organizations do not wait for each other', async () => {
  const { commit, bodies } = createQueue();
  void commit('a');
  void commit('b', { organizationId: 'other' });
  await setImmediate();
  expect(bodies()).toEqual(['a', 'b']);
});

test('behavior: credentials take turns', async () => {
  const { commit, bodies } = createQueue();
  for (const text of ['a1', 'a2', 'a3']) void commit(text, { credentialId: 'a' });
  void commit('b1', { credentialId: 'b' });
  await setImmediate();
  expect(bodies()).toEqual(['a1 b1 a2 a3']);
});

test('behavior: anonymous requests take turns by where they came from', async () => {
  const { commit, bodies } = createQueue();
  for (const text of ['a1', 'a2', 'a3']) void commit(text, { source: 'a' });
  void commit('b1', { source: 'b' });
  void commit('c1');
  await setImmediate();
  expect(bodies()).toEqual(['a1 b1 c1 a2 a3']);
});

test('behavior: who was postponed is first in the next group, in the same order', async () => {
  const { commit, groups, bodies } = createQueue();
  const all = [
    commit('a', { credentialId: '1' }),
    commit('b', { credentialId: '2' }),
    commit('c', { credentialId: '1' }),
  ];
  await setImmediate();
  all.push(commit('d', { credentialId: '3' }));
  groups[0]?.end([{ next: 'prepare' }, { next: 'postponed' }, { next: 'postponed' }]);
  await setImmediate();
  expect(bodies()).toEqual(['a b c', 'b c d']);
  groups[1]?.end();
  await Promise.all(all);
});

test('error: a group that fails, and the next one', async () => {
  const { commit, groups } = createQueue();
  const all = [commit('a'), commit('b')];
  await setImmediate();
  const later = commit('c');
  groups[0]?.end(new StoreError('OUTCOME_UNKNOWN'));
  for (const one of all) await expect(one).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  await setImmediate();
  groups[1]?.end();
  expect(await later).toEqual({ next: 'prepare' });
});

test('error: TIMEOUT', async () => {
  const { commit, groups, bodies } = createQueue({ longestWaitMs: 20 });
  const first = commit('a');
  await setImmediate();
  await expect(commit('b')).rejects.toMatchObject({ code: 'TIMEOUT' });
  groups[0]?.end();
  await first;
  await setImmediate();
  expect(bodies()).toEqual(['a']);
});

test('error: no turn in time', async () => {
  const { commit, groups } = createQueue({ inAll: 1, longestWaitMs: 20 });
  const first = commit('a');
  await setImmediate();
  await expect(commit('b', { organizationId: 'other' })).rejects.toMatchObject({ code: 'TIMEOUT' });
  groups[0]?.end();
  await first;
});

test('error: OVERLOADED', async () => {
  const { commit } = createQueue();
  void commit('a');
  await setImmediate();
  const waiting = Array.from({ length: 1_001 }, (_, index) => commit(String(index)));
  for (const one of waiting) one.catch(() => {});
  await expect(waiting.at(-1)).rejects.toMatchObject({ code: 'OVERLOADED' });
});
