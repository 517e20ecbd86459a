import { setImmediate as nextTurn } from 'node:timers/promises';
import { Line } from '../../core/limits/line.ts';
import { Rotation } from '../../core/limits/rotation.ts';
import type { Turns } from '../../core/limits/turns.ts';
import { type Organization, tenantIdOf } from '../../core/model/organization.ts';
import { type Share, shareOf, shareOfTenant } from '../../core/model/share.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { WorkingTime } from '../../storage/store/working-time.ts';
import type { Outcome } from './commit-group.ts';
import type { SharedGroup, SharedOutcome } from './commit-shared.ts';
import type { Settlement } from './settle.ts';
import { mayShare, SharedRun } from './shared-run.ts';
import type { Member, Party } from './transaction.ts';

interface CommitQueueOptions {
  /** Commits a group of one organization: one outcome for each member. */
  readonly commit: (party: Party) => Promise<readonly Outcome[]>;
  /** Commits a group of several organizations of a tenant, or of one. It says what became of each member, also if it failed. */
  readonly commitShared: (parties: readonly Party[]) => Promise<SharedGroup>;
  /** Whether several organizations may share a transaction. */
  readonly maySeveralShare: () => boolean;
  /** The turns in which groups may use a database connection. */
  readonly turns: Turns;
  readonly longestWaitMs: number;
}

interface WaitingMember extends Member {
  readonly settle: (settlement: Settlement) => void;
  readonly refuse: (error: unknown) => void;
  /** Whether it has to be committed in a group of its organization. */
  isAlone: boolean;
  /** Whether its time was over while it was part of a group. */
  isLate: boolean;
}

/** The most members of a group, of one organization in it, of organizations, and of bytes in their bodies. */
const maxInGroup = { members: 64, ofOrganization: 32, organizations: 32, bytes: 1024 * 1024 };
/** How many requests of one organization may wait: what is committed in about a second. */
const maxWaiting = 1_000;
/** How many shared groups of a tenant are in flight: a second one is prepared while the first one is written to the disk. */
const maxShared = 2;
/** How often an organization is left out because somebody else holds its lock, before it goes alone and waits for the lock. */
const maxLeftOut = 2;
/** For how long an organization goes alone that has made a shared group fail. */
const aloneMs = 60_000;
const maxAlone = 10_000;

/** What waits of one organization. */
class Waiting {
  readonly organization: Organization;
  readonly line = new Line<WaitingMember>(maxWaiting);
  /** Whether a group of the organization is in flight, or waits for its turn. */
  isBusy = false;
  leftOut = 0;

  constructor(organization: Organization) {
    this.organization = organization;
  }

  /** Organizations with the same source share their turns. */
  get source(): string {
    return this.organization.source ?? this.organization.id;
  }
}

/** Organizations whose next activities may share a transaction: those of a tenant, or only one. */
class Neighbours {
  readonly name: string;
  /** Its turns are its own: a source that has used up its turns does not hold up the others. */
  readonly share: Share;
  readonly rotation = new Rotation<Waiting>();
  /** How many of its groups are in flight. */
  inFlight = 0;
  /** Whether a group waits for its turn: it will have everybody who waits by then. */
  isCollecting = false;

  constructor(name: string, share: Share) {
    this.name = name;
    this.share = share;
  }
}

/**
 * Collects requests that wait at the same moment into groups. Activities of a tenant that declare what they write share groups,
 * whichever organizations they belong to. All others are committed in groups of their organization.
 *
 * An organization has one group in flight at a time. A request that finds none is committed immediately.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  readonly #organizations = new Map<string, Waiting>();
  readonly #neighbours = new Map<string, Neighbours>();
  /** Until when organizations go alone that have made a shared group fail. */
  readonly #aloneUntil = new BoundedMap<number>(maxAlone);

  constructor(options: CommitQueueOptions) {
    this.#options = options;
  }

  async commit(member: Member): Promise<Settlement> {
    const { organization } = member.request;
    const { promise, resolve, reject } = Promise.withResolvers<Settlement>();
    const one: WaitingMember = { ...member, settle: resolve, refuse: reject, isAlone: false, isLate: false };
    const waiting = this.#organizations.get(organization.id) ?? new Waiting(organization);
    this.#organizations.set(organization.id, waiting);
    waiting.line.add(nameOf(one), one);
    this.#goOn(waiting);
    using _ = new WorkingTime(this.#options.longestWaitMs).onOver(() => {
      if (waiting.line.remove(nameOf(one), one)) reject(new StoreError('TIMEOUT'));
      else one.isLate = true;
    });
    return await promise;
  }

  /** Lets the next group of an organization wait for its turn, or forgets the organization if nobody waits. */
  #goOn(waiting: Waiting): void {
    if (waiting.isBusy) return;
    const { organization, line } = waiting;
    const { first } = line;
    if (!first) {
      this.#organizations.delete(organization.id);
      return;
    }
    const goesAlone = (this.#aloneUntil.get(organization.id) ?? 0) > performance.now() || waiting.leftOut >= maxLeftOut;
    waiting.isBusy = true;
    if (goesAlone || first.isAlone || !mayShare(first)) return void this.#commitOwn(waiting, goesAlone);
    const neighbours = this.#neighboursOf(waiting);
    neighbours.rotation.add(waiting.source, waiting);
    void this.#commitTogether(neighbours);
  }

  #neighboursOf(waiting: Waiting): Neighbours {
    const { organization } = waiting;
    const isOfTenant = this.#options.maySeveralShare();
    const tenantId = tenantIdOf(organization);
    const name = isOfTenant ? tenantId : `alone ${organization.id}`;
    const share = isOfTenant ? shareOfTenant(tenantId) : turnOf(waiting);
    const neighbours = this.#neighbours.get(name) ?? new Neighbours(name, share);
    this.#neighbours.set(name, neighbours);
    return neighbours;
  }

  /** Commits the next group of one organization when that has a turn: of all that wait, or of those that may not share. */
  async #commitOwn(waiting: Waiting, ofAll: boolean): Promise<void> {
    // Requests that arrive together go together.
    await Promise.resolve();
    const commit = async () => {
      const members: WaitingMember[] = [];
      for (
        let next = waiting.line.first;
        next && members.length < maxInGroup.ofOrganization;
        next = waiting.line.first
      ) {
        if (!ofAll && !next.isAlone && mayShare(next)) break;
        members.push(waiting.line.take() as WaitingMember);
      }
      if (members.length === 0) return;
      const { organization } = waiting;
      await settling(waiting, members, async () => await this.#options.commit({ organization, members }));
    };
    await this.#options.turns.run(turnOf(waiting), commit).catch((error: unknown) => refuseAll(waiting, error));
    waiting.leftOut = 0;
    this.#release(waiting);
  }

  /** Commits groups of neighbours, each when it has a turn. */
  async #commitTogether(neighbours: Neighbours, isFirst = true): Promise<void> {
    if (neighbours.isCollecting || neighbours.inFlight >= maxShared || !neighbours.rotation.first) return;
    neighbours.isCollecting = true;
    // Those that arrive in the same turn of the event loop go together. After another group, some have waited already.
    if (isFirst) await nextTurn();
    const commit = async () => {
      neighbours.isCollecting = false;
      neighbours.inFlight++;
      await this.#commitNext(neighbours);
      neighbours.inFlight--;
    };
    await this.#options.turns.run(neighbours.share, commit).catch((error: unknown) => {
      neighbours.isCollecting = false;
      // Those who have waited too long are refused on their own; others may still get a turn.
      if (!isTimeout(error)) this.#refuseNext(neighbours, error);
    });
    if (neighbours.inFlight === 0 && !neighbours.isCollecting && !neighbours.rotation.first)
      this.#neighbours.delete(neighbours.name);
    else void this.#commitTogether(neighbours, false);
  }

  #refuseNext({ rotation }: Neighbours, error: unknown): void {
    const waiting = rotation.take();
    if (!waiting) return;
    refuseAll(waiting, error);
    this.#release(waiting);
  }

  async #commitNext(neighbours: Neighbours): Promise<void> {
    const collected = collect(neighbours.rotation);
    // The next group is collected meanwhile.
    void this.#commitTogether(neighbours);
    // There was no room for them, or nobody waits any more.
    for (const { waiting } of collected.filter(isEmpty)) this.#release(waiting);
    const parties = collected.filter((party) => !isEmpty(party));
    if (parties.length === 0) return;
    const committing = this.#options.commitShared(
      parties.map(({ waiting, members }) => ({ organization: waiting.organization, members })),
    );
    const [group] = await Promise.allSettled([committing]);
    for (const [index, { waiting, members }] of parties.entries()) {
      await settling(waiting, members, async () => {
        if (group.status === 'rejected') throw group.reason;
        const outcomes = group.value.outcomes[index] ?? [];
        const isLocked = outcomes.some(({ next }) => next === 'locked');
        waiting.leftOut = isLocked ? waiting.leftOut + 1 : 0;
        const { id } = waiting.organization;
        if (group.value.failed.has(id)) this.#aloneUntil.set(id, performance.now() + aloneMs);
        return outcomes;
      });
      this.#release(waiting);
    }
  }

  #release(waiting: Waiting): void {
    waiting.isBusy = false;
    this.#goOn(waiting);
  }
}

const isEmpty = ({ members }: SharedParty): boolean => members.length === 0;

/** The members of one organization in a shared group. */
interface SharedParty {
  readonly waiting: Waiting;
  readonly members: readonly WaitingMember[];
}

/** Takes organizations that are next, and from each those of its members that may share, in turns. */
function collect(rotation: Rotation<Waiting>): SharedParty[] {
  const parties: { readonly waiting: Waiting; readonly run: SharedRun<WaitingMember> }[] = [];
  let count = 0;
  let bytes = 0;
  const add = ({ waiting: { line }, run }: (typeof parties)[number]): boolean => {
    const next = line.first;
    if (!next || next.isAlone || !run.mayFollow(next)) return false;
    if (run.members.length >= maxInGroup.ofOrganization || count >= maxInGroup.members) return false;
    const { length } = next.request.body;
    if (count > 0 && bytes + length > maxInGroup.bytes) return false;
    bytes += length;
    count++;
    run.add(line.take() as WaitingMember);
    return true;
  };
  for (let waiting = rotation.take(); waiting; ) {
    parties.push({ waiting, run: new SharedRun() });
    waiting = parties.length < maxInGroup.organizations ? rotation.take() : undefined;
  }
  for (let isFull = false; !isFull; ) isFull = parties.map(add).every((isAdded) => !isAdded);
  return parties.map(({ waiting, run }) => ({ waiting, members: run.members }));
}

const isTimeout = (error: unknown): boolean => error instanceof StoreError && error.code === 'TIMEOUT';

/** The turn of an organization: its credentials take their turns within its line. */
const turnOf = ({ organization }: Waiting) => shareOf(organization, { credentialId: organization.id });

/** Settles members as their group was, or refuses all of them if it failed. */
async function settling(
  { line }: Waiting,
  members: readonly WaitingMember[],
  commit: () => Promise<readonly (Outcome | SharedOutcome)[]>,
): Promise<void> {
  const [group] = await Promise.allSettled([commit()]);
  // From the last one: whoever is put back is next.
  for (const [index, member] of [...members.entries()].reverse()) {
    if (group.status === 'rejected') {
      member.refuse(group.reason);
      continue;
    }
    const outcome = group.value[index];
    if (outcome === undefined) member.refuse(new Error('a member of a group has no outcome'));
    else if ('isDenied' in outcome || outcome.next === 'refuse' || outcome.next === 'prepare') member.settle(outcome);
    else if (member.isLate) member.refuse(new StoreError('TIMEOUT'));
    else {
      member.isAlone ||= outcome.next === 'alone';
      line.putBack(nameOf(member), member);
    }
  }
}

function refuseAll({ line }: Waiting, error: unknown): void {
  for (let next = line.take(); next; next = line.take()) next.refuse(error);
}

/** Who takes turns in a line: credentials, and the sources of anonymous requests, which all have the credential of the proxy. */
const nameOf = ({ request: { caller } }: Member): string => caller.source ?? caller.credentialId;
