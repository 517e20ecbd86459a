import { storageUseOf } from '../../core/budgets/always-allowed.ts';
import { requireStorage, type Stored } from '../../core/budgets/storage-budget.ts';
import type { Services } from '../../core/ports/services.ts';
import type { ActivityRequest } from './activity-request.ts';
import type { Verdict } from './decide.ts';

/** What executing an activity has written, besides its row. */
interface Written {
  readonly result: string | null;
  readonly writer?: { readonly bytes: number };
}

/**
 * Refuses a request if its organization has no storage left for what it leads to: for its body, and once it was executed for the
 * rows and the result, too. A vote and an audit entry are not included, so an organization may exceed its limit by the size of
 * one record.
 */
export function requireRoom(
  services: Pick<Services, 'limits' | 'storage'>,
  stored: Stored,
  request: ActivityRequest,
  verdict: Verdict,
  executed?: Written,
): void {
  if (verdict.next === 'nothing') return;
  const { caller } = request;
  const type = verdict.existing?.type ?? ('type' in request ? request.type : '');
  requireStorage(services, stored, {
    bytes: bytesOfRequest(request, verdict, executed),
    use: useOf[verdict.next] ?? storageUseOf(type),
    isAnonymous: stored.organization.source !== null || caller.source !== undefined,
  });
}

const useOf: { readonly [Next in Verdict['next']]?: 'ending' | 'denied' } = { reject: 'ending', deny: 'denied' };

/** The bytes that are known of what a request leads to. */
function bytesOfRequest(
  request: ActivityRequest,
  verdict: Exclude<Verdict, { readonly next: 'nothing' }>,
  executed?: Written,
): number {
  const body = verdict.existing ? 0 : request.body.length;
  return body + (executed?.writer?.bytes ?? 0) + Buffer.byteLength(executed?.result ?? '');
}
