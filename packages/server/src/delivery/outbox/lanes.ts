import type { Lane } from './entries.ts';
import type { FailingTargets } from './failing-targets.ts';

interface LanesOptions {
  /** How many entries are delivered concurrently, besides those whose targets callers choose. */
  readonly inAll: number;
  /** How many of one kind. */
  readonly ofKind: (kind: string) => number;
  /** How many of one kind of one organization. */
  readonly ofLane: number;
  /** Whether callers choose the targets of a kind. Such a kind takes no places from others, however slow its targets are. */
  readonly isForeign?: (kind: string) => boolean;
  /** Whether the organizations of one source share places in a kind. */
  readonly sharesBySource?: (kind: string) => boolean;
  readonly failing?: Pick<FailingTargets, 'isFailing' | 'isPaused'>;
}

/** Lanes in the order of their turns, by tenant, then by source, organization and target. */
type Branch = Map<string, Branch | Lane>;

/**
 * Decides which entries are taken next. The kinds take turns, and within a kind first the tenants, then the sources of a tenant, the
 * organizations of a source and the targets of an organization: however many organizations one stranger has, they get as many turns
 * as one organization of somebody else. A slow target delays only the entries of its own organization and kind, since each level
 * leaves places to its neighbours: a tenant a quarter, a source that chooses its targets three quarters of those of its tenant, a
 * target one of those of its organization. A target that failed last has one place, and sometimes a pause.
 */
export class Lanes {
  readonly #options: Required<LanesOptions>;
  /** Lanes that may have entries that are due, by kind. */
  readonly #waiting = new Map<string, Branch>();
  /** How many deliveries are in progress, by what shares places. */
  readonly #counts = new Map<string, number>();

  constructor(options: LanesOptions) {
    const neverFailing = { isFailing: () => false, isPaused: () => false };
    this.#options = { isForeign: () => false, sharesBySource: () => false, failing: neverFailing, ...options };
  }

  /** Says that a lane may have entries that are due. One whose target has a pause is left out: it has to be added again later. */
  add(lane: Lane): void {
    if (this.#isPaused(lane)) return;
    let branch = this.#waiting.get(lane.kind) ?? new Map();
    this.#waiting.set(lane.kind, branch);
    const [last, ...path] = pathOf(lane).reverse() as [string, ...string[]];
    for (const name of path.reverse()) {
      const below = branch.get(name) ?? new Map();
      branch.set(name, below);
      branch = below;
    }
    if (!branch.has(last)) branch.set(last, lane);
  }

  /** The next lane from which entries may be taken, and how many. It has to be added again if it may have more. */
  next(): { readonly lane: Lane; readonly places: number } | undefined {
    for (const [kind, branch] of this.#waiting) {
      const room = this.#options.ofKind(kind) - this.#countOf(`kind ${kind}`);
      const found = room > 0 ? this.#findIn(branch, 0, room) : undefined;
      if (branch.size === 0) this.#waiting.delete(kind);
      if (!found) continue;
      if (this.#waiting.delete(kind)) this.#waiting.set(kind, branch);
      return found;
    }
    return undefined;
  }

  /** Counts a delivery until the function that is returned is called. */
  begin(lane: Lane): () => void {
    this.#count(lane, 1);
    return () => this.#count(lane, -1);
  }

  /** Finds the first lane with a place, and puts what it is part of behind its neighbours. */
  #findIn(branch: Branch, level: number, roomAbove: number): ReturnType<Lanes['next']> {
    for (const [name, below] of branch) {
      const lane = firstOf(below);
      const room = Math.min(roomAbove, ...this.#roomFor(lane, level));
      if (below instanceof Map) {
        const found = room > 0 ? this.#findIn(below, level + 1, room) : undefined;
        // They may be gone because they have pauses.
        if (found || below.size === 0) branch.delete(name);
        if (!found) continue;
        if (below.size > 0) branch.set(name, below);
        return found;
      }
      if (room > 0 || this.#isPaused(lane)) branch.delete(name);
      if (room > 0) return { lane, places: room };
    }
    return undefined;
  }

  #isPaused({ target }: Lane): boolean {
    return target !== null && this.#options.failing.isPaused(target);
  }

  /** How many places each limit of a level leaves to a lane. */
  #roomFor(lane: Lane, level: number): number[] {
    const { inAll, ofKind, ofLane, isForeign, sharesBySource, failing } = this.#options;
    const { kind, source, target } = lane;
    const names = namesOf(lane);
    const left = (max: number, name: string) => max - this.#countOf(name);
    const ofTenant = maxOfTenant(ofKind(kind));
    if (level === 0)
      return isForeign(kind)
        ? [left(ofTenant, names.kindOfTenant)]
        : [left(inAll, names.all), left(maxOfTenant(inAll), names.tenant), left(ofTenant, names.kindOfTenant)];
    if (level === 1)
      return source === null || !sharesBySource(kind)
        ? []
        : [left(Math.max(1, Math.floor(ofTenant / 4)), names.source)];
    if (level === 2) return [left(ofLane, names.organization)];
    if (target === null) return [];
    if (failing.isPaused(target)) return [0];
    if (failing.isFailing(target)) return [left(1, names.target)];
    return [left(Math.max(1, ofLane - 1), names.targetOfOrganization), left(Math.max(1, ofTenant - 1), names.target)];
  }

  #countOf(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  #count(lane: Lane, change: number): void {
    const { all, tenant, ...names } = namesOf(lane);
    const counted = Object.values(this.#options.isForeign(lane.kind) ? names : { ...names, all, tenant });
    for (const name of counted) {
      const count = this.#countOf(name) + change;
      if (count === 0) this.#counts.delete(name);
      else this.#counts.set(name, count);
    }
  }
}

/** Without a source, an organization stands for itself. */
const sourceOf = ({ source, organizationId }: Lane): string =>
  source === null ? `organization ${organizationId}` : `source ${source}`;

const pathOf = (lane: Lane): string[] => [lane.tenantId, sourceOf(lane), lane.organizationId, lane.target ?? ''];

/** The names of what a delivery counts for. */
const namesOf = (lane: Lane) => {
  const { kind, tenantId, organizationId, target } = lane;
  return {
    all: 'all',
    tenant: `tenant ${tenantId}`,
    kind: `kind ${kind}`,
    kindOfTenant: `${kind} of tenant ${tenantId}`,
    source: `${kind} of tenant ${tenantId} ${sourceOf(lane)}`,
    organization: `${kind} of ${organizationId}`,
    targetOfOrganization: `${kind} of ${organizationId} to ${target}`,
    target: `${kind} to ${target}`,
  };
};

/** How many of these places one tenant may use. */
const maxOfTenant = (places: number) => Math.max(1, Math.floor((places * 3) / 4));

function firstOf(branch: Branch | Lane): Lane {
  if (!(branch instanceof Map)) return branch;
  const [first] = branch.values();
  if (!first) throw new Error('a branch without a lane');
  return firstOf(first);
}
