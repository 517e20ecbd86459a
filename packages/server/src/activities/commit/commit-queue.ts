import { Line } from '../../core/limits/line.ts';
import type { Turns } from '../../core/limits/turns.ts';
import type { Organization } from '../../core/model/organization.ts';
import { shareOf } from '../../core/model/share.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import type { Outcome } from './commit-group.ts';
import type { Settlement } from './settle.ts';
import type { Member } from './transaction.ts';

interface CommitQueueOptions {
  /** Commits a group: one outcome for each member. */
  readonly commit: (organization: Organization, members: readonly Member[]) => Promise<readonly Outcome[]>;
  /** The turns in which groups may use a database connection. */
  readonly turns: Turns;
  readonly longestWaitMs: number;
}

interface WaitingMember extends Member {
  readonly settle: (settlement: Settlement) => void;
  readonly refuse: (error: unknown) => void;
}

const maxInGroup = 32;
/** How many requests of one organization may wait: what is committed in about a second. */
const maxWaiting = 1_000;

/**
 * Collects requests that wait at the same moment into groups, one organization at a time. A request that arrives while its
 * organization has no group in flight is committed immediately. The others wait for the end of that group, and then go together.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  /** The lines of the organizations that have a group in flight, or waiting for its turn. */
  readonly #lines = new Map<string, Line<WaitingMember>>();

  constructor(options: CommitQueueOptions) {
    this.#options = options;
  }

  async commit(member: Member): Promise<Settlement> {
    const { organization } = member.request;
    const { promise, resolve, reject } = Promise.withResolvers<Settlement>();
    const waiting: WaitingMember = { ...member, settle: resolve, refuse: reject };
    const line = this.#lines.get(organization.id) ?? this.#open(organization);
    line.add(nameOf(waiting), waiting);
    const timer = setTimeout(() => {
      if (line.remove(nameOf(waiting), waiting)) reject(new StoreError('TIMEOUT'));
    }, this.#options.longestWaitMs);
    return await promise.finally(() => clearTimeout(timer));
  }

  #open(organization: Organization): Line<WaitingMember> {
    const line = new Line<WaitingMember>(maxWaiting);
    this.#lines.set(organization.id, line);
    void this.#commitAll(organization, line);
    return line;
  }

  /** Commits groups until nobody waits. */
  async #commitAll(organization: Organization, line: Line<WaitingMember>): Promise<void> {
    // Requests that arrived together go together.
    await Promise.resolve();
    while (line.length > 0) {
      // The credentials take their turns within the line.
      const turn = this.#options.turns.run(shareOf(organization, { credentialId: organization.id }), () =>
        this.#commitNext(organization, line),
      );
      await turn.catch((error: unknown) => {
        for (const waiting of takeUpTo(line, line.length)) waiting.refuse(error);
      });
    }
    this.#lines.delete(organization.id);
  }

  async #commitNext(organization: Organization, line: Line<WaitingMember>): Promise<void> {
    const group = takeUpTo(line, maxInGroup);
    if (group.length === 0) return;
    let outcomes: readonly Outcome[];
    try {
      outcomes = await this.#options.commit(organization, group);
    } catch (error) {
      for (const { refuse } of group) refuse(error);
      return;
    }
    for (const [index, outcome] of [...outcomes.entries()].reverse()) {
      const member = group[index] as WaitingMember;
      if (outcome.next === 'postponed') line.putBack(nameOf(member), member);
      else member.settle(outcome);
    }
  }
}

/** Who takes turns in a line: credentials, and the sources of anonymous requests, which all have the credential of the proxy. */
const nameOf = ({ request: { caller } }: Member): string => caller.source ?? caller.credentialId;

function takeUpTo(line: Line<WaitingMember>, max: number): WaitingMember[] {
  const taken: WaitingMember[] = [];
  for (let next = line.take(); next; next = taken.length < max ? line.take() : undefined) taken.push(next);
  return taken;
}
