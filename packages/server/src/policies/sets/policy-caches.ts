import type { ContractInterface } from '../../core/ports/contract-interface.ts';
import type { CompiledExpression, PolicySet } from '../../core/ports/policy-sets.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import { WeightedMap } from '../../storage/cache/weighted-map.ts';

/** How many characters the compiled policies that a process keeps have together: each takes up to 150 bytes. */
const maxPolicyCharacters = 1_400_000;
/** What was read takes about ten times as many bytes. */
const maxInterfaceCharacters = 4_000_000;
const maxSessionScopes = 1_000;

/** What a process keeps of what it compiled and parsed to evaluate policies. */
export const createPolicyCaches = () => ({
  policySets: new WeightedMap<PolicySet>(maxPolicyCharacters),
  policyCompilations: new Map<string, Promise<PolicySet>>(),
  contractInterfaces: new WeightedMap<ContractInterface>(maxInterfaceCharacters),
  sessionScopes: new BoundedMap<CompiledExpression>(maxSessionScopes),
});
