import { ApiError } from '../api-error.ts';
import { RateLimit } from '../rate-limit.ts';
import { credentialNameOf, type Stamp } from './read-stamp.ts';
import { RecentNames } from './recent-names.ts';

const failureRate = { perSecond: 20, burst: 100 };
const remembered = { most: 10_000, forMs: 60 * 60 * 1000 };

/** A request whose sender is not known yet. */
export interface Unidentified {
  readonly address: string;
  /** Its stamp, or what is wrong with it. */
  readonly stamp: Stamp | ApiError;
}

/**
 * Decides for whom there is work to do before it is known who asks. Each address has a share of refusals; when it is used
 * up, only credentials whose signature has verified of late are let in from there: a stranger must not shut out those who
 * share its address.
 */
export class Admission {
  readonly #failures = new RateLimit(failureRate);
  readonly #verified = new RecentNames(remembered);

  /** Refuses those for whom nothing is to be done. */
  check({ address, stamp }: Unidentified): void {
    if (!this.#knows(stamp)) this.#failures.check(address);
  }

  /** Waits for the body, and takes from the share if it is refused. */
  async receive<Body>({ address }: Unidentified, body: Promise<Body>): Promise<Body> {
    try {
      return await body;
    } catch (error) {
      if (isRefusal(error)) this.#failures.take(address);
      throw error;
    }
  }

  /** Finds out who asks, and takes from the share if that is refused. */
  async identify<Who>(unidentified: Unidentified, authenticate: (stamp: Stamp) => Promise<Who>): Promise<Who> {
    const { address, stamp } = unidentified;
    // Once more: others of this address may have used up its share meanwhile.
    this.check(unidentified);
    try {
      if (stamp instanceof ApiError) throw stamp;
      const who = await authenticate(stamp);
      this.#verified.add(credentialNameOf(stamp));
      return who;
    } catch (error) {
      if (isRefusal(error)) this.#failures.take(address);
      throw error;
    }
  }

  #knows(stamp: Stamp | ApiError): boolean {
    return !(stamp instanceof ApiError) && this.#verified.has(credentialNameOf(stamp));
  }
}

/** Whether it was the request that was wrong, and not the service. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;
