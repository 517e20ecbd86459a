import type { KnowsListeners } from '../../core/ports/knows-listeners.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';

/**
 * How long what was found out is used. As long, a new endpoint of a parent may miss events of sub-organizations that another process
 * of a distributed service has carried out.
 */
const lifetimeMs = 5_000;
const maxOrganizations = 10_000;

/** What the outbox of this process found out about the endpoints of parents. */
export class Listeners implements KnowsListeners {
  readonly #known = new BoundedMap<{ readonly eventTypes: ReadonlySet<string>; readonly until: number }>(
    maxOrganizations,
  );
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  mayGet(organizationId: string, eventType: string): boolean {
    const known = this.#known.get(organizationId);
    return !known || known.until <= this.#now() || known.eventTypes.has(eventType);
  }

  note(organizationId: string, eventTypes: ReadonlySet<string>): void {
    this.#known.set(organizationId, { eventTypes, until: this.#now() + lifetimeMs });
  }

  forget(organizationId: string): void {
    this.#known.delete(organizationId);
  }
}
