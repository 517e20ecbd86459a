import type { PolicySet } from '../../core/ports/policy-sets.ts';
import type { Services } from '../../core/ports/services.ts';
import type { InTurns } from '../../core/ports/takes-turns.ts';

/** Where the policies that were compiled are kept, and those that are being compiled. */
export type PolicySets = Pick<Services, 'policySets' | 'policyCompilations'>;

/** Says that policies take too long to be compiled while a connection or a lock is held. What asked for them has to ask again. */
export class UncompiledPolicies extends Error {
  readonly #digest: string;
  readonly #compile: (inTurns?: InTurns) => Promise<PolicySet>;

  constructor(digest: string, compile: (inTurns?: InTurns) => Promise<PolicySet>) {
    super('policies were read that have to be compiled first');
    this.#digest = digest;
    this.#compile = compile;
  }

  /** Compiles them once, however many requests ask for it. */
  async compile({ policySets, policyCompilations }: PolicySets, inTurns?: InTurns): Promise<PolicySet> {
    const known = policySets.get(this.#digest) ?? policyCompilations.get(this.#digest);
    if (known) return known;
    const compiling = this.#compile(inTurns).finally(() => policyCompilations.delete(this.#digest));
    policyCompilations.set(this.#digest, compiling);
    return compiling;
  }
}
