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
 * Decides which entries are taken next. Lanes with entries take turns, however many entries each has. A slow target delays only
 * the entries of its own organization and kind, until as many organizations as have room in the kind have slow targets.
 */
export class Lanes {
  readonly #options: LanesOptions;
  /** Lanes that may have entries that are due, in the order of their turns. */
  readonly #waiting = new Map<string, Lane>();
  readonly #inLane = new Map<string, number>();
  readonly #inKind = new Map<string, number>();
  #inAll = 0;

  constructor(options: LanesOptions) {
    this.#options = options;
  }

  /** Says that a lane may have entries that are due. */
  add(lane: Lane): void {
    const name = nameOf(lane);
    if (!this.#waiting.has(name)) this.#waiting.set(name, lane);
  }

  /** The next lane from which entries may be taken, and how many. It has to be added again if it may have more. */
  next(): { readonly lane: Lane; readonly places: number } | undefined {
    for (const [name, lane] of this.#waiting) {
      const places = this.#placesFor(name, lane.kind);
      if (places <= 0) continue;
      this.#waiting.delete(name);
      return { lane, places };
    }
    return undefined;
  }

  /** Counts a delivery until the function that is returned is called. */
  begin(lane: Lane): () => void {
    this.#count(lane, 1);
    return () => this.#count(lane, -1);
  }

  #placesFor(name: string, kind: string): number {
    const { inAll, ofKind, ofLane } = this.#options;
    return Math.min(
      inAll - this.#inAll,
      ofKind(kind) - (this.#inKind.get(kind) ?? 0),
      ofLane - (this.#inLane.get(name) ?? 0),
    );
  }

  #count(lane: Lane, change: number): void {
    this.#inAll += change;
    addTo(this.#inKind, lane.kind, change);
    addTo(this.#inLane, nameOf(lane), change);
  }
}

const nameOf = ({ organizationId, kind }: Lane) => `${organizationId} ${kind}`;

function addTo(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
