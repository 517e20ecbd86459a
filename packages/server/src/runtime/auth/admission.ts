import { stampSchemes } from '@mintmark/stamper/protocol';
import { createVerifier, parsePublicKey, verifyApiKeyStamp } from '@mintmark/stamper/verify';
import { ApiError } from '../../core/model/api-error.ts';
import { createRateLimits, type RateLimits } from '../limits/rate-limits.ts';
import { RecentNames } from '../limits/recent-names.ts';
import { credentialNameOf, curveOfScheme, type Stamp } from './read-stamp.ts';
import { VerifiedNames } from './verified-names.ts';

/** An EIP-191 signature is verified in JavaScript, which costs about this many times more. */
const eip191Proof = 50;
/** A body is large from here on, and counts as one more refusal per this many bytes: reading and hashing it costs that much. */
const largeBytes = 4 * 1024;
export const remembered = { max: 10_000, forMs: 60 * 60 * 1000 };

/** A request whose sender is not known yet. */
export interface Unidentified {
  readonly address: string;
  /** Its stamp, or what is wrong with it. */
  readonly stamp: Stamp | ApiError;
  /** The length of its body, if the head says it. */
  readonly length: number | undefined;
}

/** Whether a particular key made this stamp over this body. It needs neither the store nor the contents of the body. */
export type Proof = (stamp: Stamp, body: Uint8Array) => Promise<boolean>;

/**
 * Limits the work for requests whose stamp is not verified yet. Each address has a share of refusals. When an address has
 * used up its share, its requests are refused unread, with one exception: if the stamp names a credential that was recently
 * verified, the signature is verified first, with the remembered key. So callers who share an address with an attacker are
 * still served, even if the attacker names their credentials. A request that only names a credential costs one signature
 * verification. Large bodies have a share of their own, so that an attacker who sends them does not keep out small ones.
 * An attested stamp is never admitted in this way: its signature proves nothing about its sender, since anyone can sign with a
 * new key.
 */
export class Admission {
  readonly #failures: RateLimits['failures'];
  readonly #failedProofs: RateLimits['failedProofs'];
  readonly #verified = new RecentNames<Proof>(remembered);

  readonly #names: VerifiedNames;

  constructor(
    { failures, failedProofs }: Pick<RateLimits, 'failures' | 'failedProofs'> = createRateLimits(),
    names = new VerifiedNames(remembered),
  ) {
    this.#names = names;
    this.#failures = failures;
    this.#failedProofs = failedProofs;
  }

  /** Applies the limits of an address before the body is read. */
  check({ address, stamp, length }: Unidentified): void {
    const refusal = this.#failures.refusal(address);
    if (!refusal) return;
    if (stamp instanceof ApiError || !this.#proofOf(stamp)) throw refusal;
    this.#failedProofs.check(proofName(address, stamp, length));
  }

  /** Waits for the body; a refused body counts against the share. */
  async receive<Body>({ address }: Unidentified, body: Promise<Body>): Promise<Body> {
    try {
      return await body;
    } catch (error) {
      if (isRefusal(error)) this.#failures.take(address);
      throw error;
    }
  }

  /** Identifies the sender of a request; a refusal counts against the share. */
  async identify<Who extends { readonly proof: Proof }>(
    unidentified: Unidentified,
    body: Uint8Array,
    authenticate: (stamp: Stamp) => Promise<Who>,
  ): Promise<Who> {
    const { address, stamp } = unidentified;
    // Again: other requests from this address may have used up its share in the meantime.
    this.check(unidentified);
    const isProven = await this.#prove(unidentified, body);
    try {
      if (stamp instanceof ApiError) throw stamp;
      const who = await authenticate(stamp);
      // The key of an attested stamp is used for one login, and is then an API key.
      if (stamp.kind !== 'attested') this.#verified.add(credentialNameOf(stamp), who.proof);
      if (stamp.kind === 'apiKey') this.#names.add(credentialNameOf(stamp));
      return who;
    } catch (error) {
      if (isRefusal(error)) {
        this.#failures.take(address, costOfBody(body));
        // The signature was right, so the refusal has another reason: the credential may have been deleted.
        if (isProven && !(stamp instanceof ApiError)) this.#forget(credentialNameOf(stamp));
      }
      throw error;
    }
  }

  /** If the share of the address is used up, verifies the signature alone. Returns whether it did. */
  async #prove({ address, stamp, length }: Unidentified, body: Uint8Array): Promise<boolean> {
    const refusal = this.#failures.refusal(address);
    if (!refusal) return false;
    const proof = stamp instanceof ApiError ? undefined : this.#proofOf(stamp);
    if (stamp instanceof ApiError || !proof) throw refusal;
    if (await proof(stamp, body)) return true;
    this.#failedProofs.take(proofName(address, stamp, length), costOfStamp(stamp) * costOfBody(body));
    throw refusal;
  }

  /** How to verify a stamp of a credential that was verified recently, here or in another process. */
  #proofOf(stamp: Stamp): Proof | undefined {
    const name = credentialNameOf(stamp);
    return this.#verified.get(name) ?? (this.#names.hasElsewhere(name) ? proveByNamedKey : undefined);
  }

  #forget(name: string): void {
    this.#verified.delete(name);
    this.#names.delete(name);
  }
}

/** The name of an API key is its curve and its public key, so the stamp itself has what its verification needs. */
export const proveByNamedKey: Proof = async ({ kind, stamp }, body) => {
  if (kind !== 'apiKey') return false;
  const credential = await createVerifier(parsePublicKey(curveOfScheme[stamp.scheme], stamp.publicKey));
  return (await verifyApiKeyStamp({ stamp, body, credential })).ok;
};

const proofName = (address: string, stamp: Stamp, length = Number.POSITIVE_INFINITY) =>
  `${address} ${credentialNameOf(stamp)}${length < largeBytes ? '' : ' large'}`;

const costOfBody = (body: Uint8Array) => 1 + Math.floor(body.length / largeBytes);

/** What verifying a stamp costs, in comparison with that of a P-256 key. */
export const costOfStamp = ({ kind, stamp }: Stamp) =>
  kind === 'apiKey' && stamp.scheme === stampSchemes.eip191 ? eip191Proof : 1;

/** Whether the request was at fault, not the service. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;
