import { Turns } from '../../core/limits/turns.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import { isNoAnswer } from '../../storage/store/distribution.ts';
import { StoreError } from '../../storage/store/store-error.ts';

/**
 * How long look-ups on a distributed database may take, together and separately: less than usual ones, so that whoever waits for them in
 * the moment when a machine stops answering still gets an answer in time.
 */
export const lookUpTimeouts = { togetherMs: 1_000, separateMs: 500 } as const;
/** How many organizations are looked up separately at the same time. */
const maxSeparate = 3;
const longestWaitMs = 2_000;
/** How many are remembered. Anybody can name organizations that do not exist. */
const maxLost = 100_000;

/**
 * The organizations of a distributed database whose machine did not answer lately. Each is asked separately, one request at a time, until
 * it answers, so that nobody else waits for the machine. Its other requests are refused immediately.
 */
export class LostOrganizations {
  readonly #lost = new BoundedMap<true>(maxLost);
  readonly #asked = new Set<string>();
  readonly #turns = new Turns({ inAll: maxSeparate, ofSource: 1, longestWaitMs });

  has(organizationId: string): boolean {
    return this.#lost.get(organizationId) !== undefined;
  }

  /** Asks about one organization, and remembers whether its machine has answered. */
  async ask<Answer>(organizationId: string, work: () => Promise<Answer>): Promise<Answer> {
    if (this.has(organizationId) && this.#asked.has(organizationId)) throw new StoreError('UNAVAILABLE');
    this.#asked.add(organizationId);
    const share = { tenantId: organizationId, source: organizationId, organizationId, credentialId: '' };
    try {
      const answer = await this.#turns.run(share, work);
      this.#lost.delete(organizationId);
      return answer;
    } catch (error) {
      if (isNoAnswer(error)) this.#lost.set(organizationId, true);
      throw error;
    } finally {
      this.#asked.delete(organizationId);
    }
  }
}
