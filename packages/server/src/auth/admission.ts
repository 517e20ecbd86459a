import { stampSchemes } from '@mintmark/stamper/protocol';
import { ApiError } from '../contract/api-error.ts';
import { RateLimit } from '../limits/rate-limit.ts';
import { rates } from '../limits/rates.ts';
import { RecentNames } from '../limits/recent-names.ts';
import { credentialNameOf, type Stamp } from './read-stamp.ts';

/** Signatures over EIP-191 digests are verified in JavaScript, about as much more slowly. */
const eip191Proof = 50;
const remembered = { most: 10_000, forMs: 60 * 60 * 1000 };

/** A request whose sender is not known yet. */
export interface Unidentified {
  readonly address: string;
  /** Its stamp, or what is wrong with it. */
  readonly stamp: Stamp | ApiError;
}

/** Whether a stamp was made over a body by one certain key. It needs neither the store nor what the body says. */
export type Proof = (stamp: Stamp, body: Uint8Array) => Promise<boolean>;

/**
 * Limits the work for requests whose stamp is not verified yet. Each address has a share of refusals. When an address has
 * used up its share, a request from there is refused unread, with one exception: if its stamp names a credential that was
 * verified of late, its signature is verified first, with the key that is still known, before anything else is done for it.
 * So those who share an address with an attacker are still served, even if the attacker names their credentials, and a
 * request that only names a credential costs one verification of a signature.
 */
export class Admission {
  readonly #failures = new RateLimit(rates.failures);
  readonly #failedProofs = new RateLimit(rates.failedProofs);
  readonly #verified = new RecentNames<Proof>(remembered);

  /** Refuses a request for which nothing is to be done, before its body is read. */
  check({ address, stamp }: Unidentified): void {
    const refusal = this.#failures.refusal(address);
    if (!refusal) return;
    if (stamp instanceof ApiError || !this.#verified.get(credentialNameOf(stamp))) throw refusal;
    this.#failedProofs.check(proofName(address, stamp));
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

  /** Finds out who sent a request, and takes from the share if that is refused. */
  async identify<Who extends { readonly proof: Proof }>(
    unidentified: Unidentified,
    body: Uint8Array,
    authenticate: (stamp: Stamp) => Promise<Who>,
  ): Promise<Who> {
    const { address, stamp } = unidentified;
    // Once more: other requests from this address may have used up its share meanwhile.
    this.check(unidentified);
    const isProven = await this.#prove(unidentified, body);
    try {
      if (stamp instanceof ApiError) throw stamp;
      const who = await authenticate(stamp);
      this.#verified.add(credentialNameOf(stamp), who.proof);
      return who;
    } catch (error) {
      if (isRefusal(error)) {
        this.#failures.take(address);
        // Its owner sent it, and is refused for another reason, such as that the credential was deleted.
        if (isProven && !(stamp instanceof ApiError)) this.#verified.delete(credentialNameOf(stamp));
      }
      throw error;
    }
  }

  /** Verifies the signature alone where the share of the address is used up, and says whether it did. */
  async #prove({ address, stamp }: Unidentified, body: Uint8Array): Promise<boolean> {
    const refusal = this.#failures.refusal(address);
    if (!refusal) return false;
    const proof = stamp instanceof ApiError ? undefined : this.#verified.get(credentialNameOf(stamp));
    if (stamp instanceof ApiError || !proof) throw refusal;
    if (await proof(stamp, body)) return true;
    this.#failedProofs.take(proofName(address, stamp), costOf(stamp));
    throw refusal;
  }
}

const proofName = (address: string, stamp: Stamp) => `${address} ${credentialNameOf(stamp)}`;

const costOf = ({ kind, stamp }: Stamp) =>
  kind === 'apiKey' && stamp.scheme === stampSchemes.eip191 ? eip191Proof : 1;

/** Whether it was the request that was wrong, and not the service. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;
