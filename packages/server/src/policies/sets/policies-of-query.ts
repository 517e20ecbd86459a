import type { PolicySet } from '../../core/ports/policy-sets.ts';
import type { InTurns } from '../../core/ports/takes-turns.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { type PolicySets, UncompiledPolicies } from './uncompiled-policies.ts';

/** How often the policies may change while a query is answered. */
const maxTries = 4;

/** The policies that a query asks for. They are compiled while it holds no connection. */
export class PoliciesOfQuery {
  readonly #sets: PolicySets;
  readonly #inTurns: InTurns;
  readonly #compiled = new Map<string, PolicySet>();

  constructor(sets: PolicySets, inTurns: InTurns) {
    this.#sets = sets;
    this.#inTurns = inTurns;
  }

  /** Those that were compiled, by their digest. */
  get compiled(): ReadonlyMap<string, PolicySet> {
    return this.#compiled;
  }

  /** Does work that only reads, and does it again once the policies that it needs are compiled. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 0; tries < maxTries; tries++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof UncompiledPolicies)) throw error;
        const set = await error.compile(this.#sets, this.#inTurns);
        if (set.digest !== undefined) this.#compiled.set(set.digest, set);
      }
    }
    throw new StoreError('OVERLOADED');
  }
}
