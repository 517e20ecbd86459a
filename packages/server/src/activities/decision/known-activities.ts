import type { AppProofRow } from '../../custody/proofs/app-proof-row.ts';
import type { ActivityRow, VoteRow } from '../record/activity-row.ts';

/** The existing activities that requests are about, with their votes and proofs. */
export class KnownActivities {
  readonly #activities = new Map<string, ActivityRow>();
  readonly #votes = new Map<string, readonly VoteRow[]>();
  readonly #proofs = new Map<string, readonly AppProofRow[]>();

  find(fingerprint: Uint8Array): ActivityRow | undefined {
    return this.#activities.get(keyOf(fingerprint));
  }

  votesOn(activity: ActivityRow): readonly VoteRow[] {
    return this.#votes.get(activity.id) ?? [];
  }

  proofsOn(activity: ActivityRow): readonly AppProofRow[] {
    return this.#proofs.get(activity.id) ?? [];
  }

  /** Proofs are never replaced: these are added to those that are known. */
  set(activity: ActivityRow, votes: readonly VoteRow[], proofs: readonly AppProofRow[]): void {
    this.#activities.set(keyOf(activity.fingerprint), activity);
    this.#votes.set(activity.id, votes);
    if (proofs.length > 0) this.#proofs.set(activity.id, [...this.proofsOn(activity), ...proofs]);
  }
}

/** A fingerprint as the key of a map. */
export const keyOf = (fingerprint: Uint8Array) => Buffer.from(fingerprint).toString('base64');
