import { keyOf } from '../decision/known-activities.ts';
import type { Member } from './transaction.ts';

/**
 * Whether an activity may share a transaction with those of other organizations: a new submission that declares what it writes, by a
 * user of its organization.
 */
export function mayShare({ request }: Member): boolean {
  if (!('execution' in request)) return false;
  const { execution, caller, organization } = request;
  return execution.effect !== undefined && !execution.byProxy && caller.organization.id === organization.id;
}

/** The members of one organization in a shared group, in the order in which they take effect. */
export class SharedRun<One extends Member> {
  readonly members: One[] = [];
  readonly #fingerprints = new Set<string>();
  #hasWriter = false;

  /**
   * Whether another one may follow. Everything is read before anything is written, so none that relies on rows may follow one that
   * writes rows, nor the same body.
   */
  mayFollow(one: One): boolean {
    const { request } = one;
    if (!mayShare(one) || !('execution' in request)) return false;
    const isReader = request.execution.phases !== undefined;
    return !(isReader && this.#hasWriter) && !this.#fingerprints.has(keyOf(request.fingerprint));
  }

  add(one: One): void {
    const { request } = one;
    this.members.push(one);
    this.#fingerprints.add(keyOf(request.fingerprint));
    this.#hasWriter ||= 'execution' in request && !request.execution.isPure;
  }
}
