import type { Lane } from './entries.ts';

interface LanesOptions {
  /** How many entries are delivered at once. */
  readonly inAll: number;
  /** How many of one kind. */
  readonly ofKind: (kind: string) => number;
  /** How many of one kind of one organization. */
  readonly ofLane: number;
}

/**
 * Decides which entries are taken next. Tenants take turns, however many organizations each has, and the lanes of a tenant take
 * turns, however many entries each has. A slow target delays only the entries of its own organization and kind, until as many
 * organizations of its tenant as have room in the kind have slow targets. A quarter of the places is left to other tenants.
 */
export class Lanes {
  readonly #options: LanesOptions;
  /** Lanes that may have entries that are due: tenants in the order of their turns, each with its lanes in that order. */
  readonly #waiting = new Map<string, Map<string, Lane>>();
  readonly #inLane = new Map<string, number>();
  readonly #inTenant = new Map<string, number>();
  readonly #inKind = new Map<string, number>();
  #inAll = 0;

  constructor(options: LanesOptions) {
    this.#options = options;
  }

  /** Says that a lane may have entries that are due. */
  add(lane: Lane): void {
    const lanes = this.#waiting.get(lane.tenantId) ?? new Map<string, Lane>();
    this.#waiting.set(lane.tenantId, lanes);
    const name = laneName(lane);
    if (!lanes.has(name)) lanes.set(name, lane);
  }

  /** The next lane from which entries may be taken, and how many. It has to be added again if it may have more. */
  next(): { readonly lane: Lane; readonly places: number } | undefined {
    for (const [tenantId, lanes] of this.#waiting) {
      for (const [name, lane] of lanes) {
        const places = this.#placesFor(lane);
        if (places <= 0) continue;
        lanes.delete(name);
        this.#waiting.delete(tenantId);
        if (lanes.size > 0) this.#waiting.set(tenantId, lanes);
        return { lane, places };
      }
    }
    return undefined;
  }

  /** Counts a delivery until the function that is returned is called. */
  begin(lane: Lane): () => void {
    this.#count(lane, 1);
    return () => this.#count(lane, -1);
  }

  #placesFor(lane: Lane): number {
    const { inAll, ofKind, ofLane } = this.#options;
    const { tenantId, kind } = lane;
    const ofTenant = (name: string) => this.#inTenant.get(name) ?? 0;
    return Math.min(
      inAll - this.#inAll,
      ofKind(kind) - (this.#inKind.get(kind) ?? 0),
      ofLane - (this.#inLane.get(laneName(lane)) ?? 0),
      mostOfTenant(inAll) - ofTenant(tenantId),
      mostOfTenant(ofKind(kind)) - ofTenant(kindOfTenant(lane)),
    );
  }

  #count(lane: Lane, change: number): void {
    this.#inAll += change;
    addTo(this.#inKind, lane.kind, change);
    addTo(this.#inLane, laneName(lane), change);
    addTo(this.#inTenant, lane.tenantId, change);
    addTo(this.#inTenant, kindOfTenant(lane), change);
  }
}

const laneName = ({ organizationId, kind }: Lane) => `${organizationId} ${kind}`;
const kindOfTenant = ({ tenantId, kind }: Lane) => `${tenantId} ${kind}`;

/** How many of these places one tenant may use. */
const mostOfTenant = (places: number) => Math.max(1, Math.floor((places * 3) / 4));

function addTo(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
