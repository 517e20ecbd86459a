import { setImmediate as nextTurn } from 'node:timers/promises';
import { Line } from '../../core/limits/line.ts';
import { Rotation } from '../../core/limits/rotation.ts';
import type { Turns } from '../../core/limits/turns.ts';
import { type Organization, tenantIdOf } from '../../core/model/organization.ts';
import { shareOf } from '../../core/model/share.ts';
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
  /** Commits a group of several organizations of a tenant, or of one. */
  readonly commitShared: (parties: readonly Party[], how: { readonly waits: boolean }) => Promise<SharedGroup>;
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
/**
 * How often an organization is left out because somebody else holds its lock, before it waits for the lock: first together with others,
 * and then alone.
 */
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

/** The organizations of a tenant whose next activities may share a transaction. */
class Tenant {
  readonly id: string;
  readonly rotation = new Rotation<Waiting>();
  /** How many of its groups are in flight. */
  inFlight = 0;
  /** Whether a group waits for its turn: it will have everybody who waits by then. */
  isCollecting = false;

  constructor(id: string) {
    this.id = id;
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
  readonly #tenants = new Map<string, Tenant>();
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
    const goesAlone = (this.#aloneUntil.get(organization.id) ?? 0) > performance.now() || waiting.leftOut > maxLeftOut;
    waiting.isBusy = true;
    if (goesAlone || first.isAlone || !mayShare(first)) return void this.#commitOwn(waiting, goesAlone);
    const tenantId = tenantIdOf(organization);
    const tenant = this.#tenants.get(tenantId) ?? new Tenant(tenantId);
    this.#tenants.set(tenantId, tenant);
    tenant.rotation.add(waiting.source, waiting);
    void this.#commitTogether(tenant);
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

  /** Commits groups of a tenant, each when the organization that is next has a turn. */
  async #commitTogether(tenant: Tenant, isFirst = true): Promise<void> {
    if (tenant.isCollecting || tenant.inFlight >= maxShared || !tenant.rotation.first) return;
    tenant.isCollecting = true;
    // Those that arrive in the same turn of the event loop go together. After another group, some have waited already.
    if (isFirst) await nextTurn();
    const leader = tenant.rotation.first;
    const commit = async () => {
      const collected = collect(tenant.rotation, this.#options.maySeveralShare());
      // There was no room for them, or nobody waits any more.
      for (const { waiting } of collected.filter(isEmpty)) this.#release(waiting);
      const parties = collected.filter((party) => !isEmpty(party));
      tenant.isCollecting = false;
      tenant.inFlight++;
      // The next group is collected meanwhile.
      void this.#commitTogether(tenant);
      if (parties.length > 0) await this.#commitParties(parties);
      tenant.inFlight--;
    };
    await this.#options.turns.run(turnOf(leader), commit).catch((error: unknown) => {
      tenant.isCollecting = false;
      tenant.rotation.remove(leader.source, leader);
      refuseAll(leader, error);
      this.#release(leader);
    });
    if (tenant.inFlight === 0 && !tenant.isCollecting && !tenant.rotation.first) this.#tenants.delete(tenant.id);
    else void this.#commitTogether(tenant, false);
  }

  async #commitParties(parties: readonly SharedParty[]): Promise<void> {
    const waits = parties.some(({ waiting }) => waiting.leftOut >= maxLeftOut);
    const committing = this.#options.commitShared(
      parties.map(({ waiting, members }) => ({ organization: waiting.organization, members })),
      { waits },
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
function collect(rotation: Rotation<Waiting>, maySeveralShare: boolean): SharedParty[] {
  const parties: { readonly waiting: Waiting; readonly run: SharedRun<WaitingMember> }[] = [];
  const waits = isLeftOut(rotation.first);
  let count = 0;
  let bytes = 0;
  const add = ({ waiting: { line }, run }: (typeof parties)[number]): boolean => {
    const next = line.first;
    if (!next || next.isAlone || !run.mayFollow(next)) return false;
    if (run.members.length >= maxInGroup.ofOrganization || count >= maxInGroup.members) return false;
    bytes += next.request.body.length;
    if (count > 0 && bytes > maxInGroup.bytes) return false;
    count++;
    run.add(line.take() as WaitingMember);
    return true;
  };
  const max = maySeveralShare ? maxInGroup.organizations : 1;
  const others: Waiting[] = [];
  for (let waiting = rotation.take(); waiting; waiting = parties.length < max ? rotation.take() : undefined) {
    // Those that have waited for their lock before wait for it together, and do not hold up the others.
    if (isLeftOut(waiting) === waits) parties.push({ waiting, run: new SharedRun() });
    else others.push(waiting);
  }
  for (const waiting of others) rotation.add(waiting.source, waiting);
  for (let isFull = false; !isFull; ) isFull = parties.map(add).every((isAdded) => !isAdded);
  return parties.map(({ waiting, run }) => ({ waiting, members: run.members }));
}

const isLeftOut = (waiting: Waiting | undefined): boolean => (waiting?.leftOut ?? 0) >= maxLeftOut;

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
