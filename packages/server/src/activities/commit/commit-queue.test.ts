import { createHash } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { Turns } from '../../core/limits/turns.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import type { Outcome } from './commit-group.ts';
import { CommitQueue } from './commit-queue.ts';
import type { SharedGroup, SharedOutcome } from './commit-shared.ts';
import type { Settlement } from './settle.ts';
import type { Member } from './transaction.ts';

interface SharedCommit {
  readonly text: string;
  readonly end: (outcomes?: readonly (readonly SharedOutcome[])[], failed?: readonly string[]) => void;
  readonly fail: (error: StoreError) => void;
}

/** Tests leave groups in flight: their members time out when the test is long over. */
function settled(settlement: Promise<Settlement>): Promise<Settlement> {
  settlement.catch(() => {});
  return settlement;
}

/** A queue whose groups the test commits. A member is known by the text of its body. */
function createQueue({ inAll = 10, ofSource = 2, longestWaitMs = 60_000, maySeveralShare = true } = {}) {
  const groups: { readonly bodies: string[]; readonly end: (outcomes?: readonly Outcome[] | StoreError) => void }[] =
    [];
  const sharedGroups: SharedCommit[] = [];
  const textOf = ({ request }: Member) => Buffer.from(request.body).toString();
  const queue = new CommitQueue({
    turns: new Turns({ inAll, ofSource, longestWaitMs }),
    longestWaitMs,
    maySeveralShare: () => maySeveralShare,
    commitShared: (parties) => {
      const { promise, resolve, reject: fail } = Promise.withResolvers<SharedGroup>();
      const all = parties.map(({ members }) => members.map((): SharedOutcome => ({ next: 'prepare' })));
      const text = parties.map(({ organization: { id }, members }) => `${id}: ${members.map(textOf).join(' ')}`);
      const end: SharedCommit['end'] = (outcomes = all, failed = []) => resolve({ outcomes, failed: new Set(failed) });
      sharedGroups.push({ text: text.join('; '), end, fail });
      return promise;
    },
    commit: ({ members }) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
      const all = members.map((): Outcome => ({ next: 'prepare' }));
      groups.push({
        bodies: members.map(textOf),
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
    const request = {
      organization: { id: organizationId, source: null, parentId: null },
      caller,
      body: Buffer.from(text),
    };
    return settled(queue.commit({ request } as unknown as Member));
  };
  interface Sharing {
    readonly tenantId?: string;
    readonly source?: string | null;
    readonly reads?: boolean;
  }
  /** Commits an activity that may share a group. */
  const share = (text: string, id: string, { tenantId = 'tenant', source = null, reads = false }: Sharing = {}) => {
    const organization = { id, parentId: tenantId, source };
    const execution = { effect: () => {}, byProxy: false, isPure: reads, ...(reads && { phases: {} }) };
    const body = Buffer.from(text);
    const fingerprint = createHash('sha256').update(`${id} ${text}`).digest();
    const request = { organization, caller: { credentialId: 'key', organization }, body, fingerprint, execution };
    return settled(queue.commit({ request } as unknown as Member));
  };
  const bodies = () => groups.map((group) => group.bodies.join(' '));
  const shared = Object.assign(() => sharedGroups.map(({ text }) => text), { groups: sharedGroups });
  return { commit, share, groups, bodies, shared };
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
  await expect(waiting.at(-1)).rejects.toMatchObject({ code: 'OVERLOADED' });
});

describe('activities that may share', () => {
  test('behavior: those of several organizations of a tenant go together', async () => {
    const { share, shared } = createQueue();
    const all = [share('a', 'one'), share('b', 'two'), share('c', 'one')];
    await setImmediate();
    expect(shared()).toEqual(['one: a c; two: b']);
    shared.groups[0]?.end();
    await Promise.all(all);
  });

  test('behavior: those of other tenants, and those that may not share, go in groups of their own', async () => {
    const { share, commit, shared, bodies } = createQueue();
    void share('a', 'one');
    void share('b', 'two', { tenantId: 'other' });
    void commit('c', { organizationId: 'three' });
    await setImmediate();
    expect([...shared(), ...bodies()]).toEqual(['one: a', 'two: b', 'c']);
  });

  test('behavior: at most two groups of a tenant are in flight, and one of an organization', async () => {
    const { share, shared } = createQueue();
    for (const name of ['one', 'two', 'three']) {
      void share(name, name);
      await setImmediate();
    }
    void share('later', 'one');
    void share('last', 'two');
    await setImmediate();
    expect(shared()).toEqual(['one: one', 'two: two']);
    shared.groups[0]?.end();
    await setImmediate();
    await setImmediate();
    expect(shared().slice(2)).toEqual(['three: three; one: later']);
  });

  test('behavior: an organization with many takes no place from others, nor do many organizations of one source', async () => {
    const { share, shared } = createQueue();
    for (let index = 0; index < 100; index++) void share(`${index}`, 'one');
    for (let index = 0; index < 100; index++) void share(`${index}`, `stranger ${index}`, { source: 'network' });
    void share('a', 'two');
    await setImmediate();
    const [group = ''] = shared();
    expect(group).toMatch(/^one: 0 1 .*; stranger 0: 0; two: a; stranger 1: 1; /);
    const counts = group.split('; ').map((party) => party.split(': ')[1]?.split(' ').length ?? 0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(63);
  });

  test('behavior: one that writes ends the run of its organization before one that relies on what it reads', async () => {
    const { share, shared } = createQueue();
    for (const text of ['read', 'write', 'write again', 'read again'])
      void share(text.replace(' ', '-'), 'one', { reads: text.startsWith('read') });
    await setImmediate();
    expect(shared()).toEqual(['one: read write write-again']);
    shared.groups[0]?.end();
    await setImmediate();
    await setImmediate();
    expect(shared()[1]).toBe('one: read-again');
  });

  test('behavior: a group has at most as many bytes as it may, but one activity at least', async () => {
    const { share, shared } = createQueue();
    const large = 'x'.repeat(700 * 1024);
    void share(large, 'one');
    void share(large, 'two');
    await setImmediate();
    await setImmediate();
    expect(shared().map((group) => group.length)).toEqual([
      'one: '.length + large.length,
      'two: '.length + large.length,
    ]);
  });

  test('behavior: a large body does not keep small ones out of its group', async () => {
    const { share, shared } = createQueue();
    const large = 'x'.repeat(700 * 1024);
    void share(large, 'one');
    void share(large, 'two');
    void share('small', 'three');
    await setImmediate();
    expect(shared()[0]).toBe(`one: ${large}; three: small`);
  });

  test('behavior: whoever is left out twice goes alone', async () => {
    const { share, shared, bodies, groups } = createQueue();
    const member = share('a', 'one');
    for (let round = 0; round < 2; round++) {
      await setImmediate();
      await setImmediate();
      expect([shared.groups.length, bodies()]).toEqual([round + 1, []]);
      shared.groups[round]?.end([[{ next: 'locked' }]]);
    }
    await setImmediate();
    await setImmediate();
    expect([shared.groups.length, bodies()]).toEqual([2, ['a']]);
    groups[0]?.end();
    expect(await member).toEqual({ next: 'prepare' });
  });

  test('behavior: a source that has used up its turns does not hold up its tenant', async () => {
    const { share, commit, shared, bodies } = createQueue({ ofSource: 1 });
    void commit('own', { organizationId: 'one' });
    await setImmediate();
    for (const name of ['one', 'two', 'three']) void share(name, name);
    await setImmediate();
    await setImmediate();
    expect([bodies(), shared()]).toEqual([['own'], ['two: two; three: three']]);
  });

  test('behavior: one that cannot share after all goes with its organization', async () => {
    const { share, shared, bodies, groups } = createQueue();
    const all = [share('a', 'one'), share('b', 'one')];
    await setImmediate();
    shared.groups[0]?.end([[{ next: 'alone' }, { next: 'prepare' }]]);
    await setImmediate();
    await setImmediate();
    expect(bodies()).toEqual(['a']);
    groups[0]?.end();
    await Promise.all(all);
  });

  test('behavior: an organization that made a group fail goes alone', async () => {
    const { share, shared, bodies, groups } = createQueue();
    const first = [share('a', 'one'), share('b', 'two')];
    await setImmediate();
    shared.groups[0]?.end(undefined, ['one']);
    await Promise.all(first);
    const next = [share('c', 'one'), share('d', 'two')];
    await setImmediate();
    await setImmediate();
    expect([bodies(), shared()[1]]).toEqual([['c'], 'two: d']);
    groups[0]?.end();
    shared.groups[1]?.end();
    await Promise.all(next);
  });

  test('behavior: on a distributed database a group stays with one organization, and each has turns of its own', async () => {
    const { share, shared } = createQueue({ maySeveralShare: false, ofSource: 1 });
    for (const text of ['a', 'b']) for (const name of ['one', 'two', 'three']) void share(text, name);
    await setImmediate();
    await setImmediate();
    expect(shared()).toEqual(['one: a b', 'two: a b', 'three: a b']);
  });

  test('error: a group that fails refuses its members, and the next one goes on', async () => {
    const { share, shared } = createQueue();
    const all = [share('a', 'one'), share('b', 'two')];
    await setImmediate();
    const later = share('c', 'one');
    shared.groups[0]?.fail(new StoreError('OUTCOME_UNKNOWN'));
    for (const one of all) await expect(one).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await setImmediate();
    shared.groups[1]?.end();
    expect(await later).toEqual({ next: 'prepare' });
  });

  test('error: TIMEOUT, for a member that is left out again and again', async () => {
    const { share, shared } = createQueue({ longestWaitMs: 20 });
    const member = share('a', 'one');
    await setImmediate();
    await setTimeout(40);
    shared.groups[0]?.end([[{ next: 'locked' }]]);
    await expect(member).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  test('error: no turn in time', async () => {
    const { share, shared } = createQueue({ inAll: 1, longestWaitMs: 500 });
    void share('a', 'one');
    await setImmediate();
    await expect(share('b', 'two')).rejects.toMatchObject({ code: 'TIMEOUT' });
    shared.groups[0]?.end();
    await setImmediate();
    const last = share('c', 'two');
    await vi.waitFor(() => expect(shared()).toEqual(['one: a', 'two: c']));
    shared.groups[1]?.end();
    expect(await last).toEqual({ next: 'prepare' });
  });
});
