import type { ActivityRequest } from './activity-request.ts';

/** Users act in their own organization. A few activities are also open to users of its parent, and to the sign-up proxy. */
export function mayAct(request: ActivityRequest): boolean {
  const { organization, caller } = request;
  if (caller.isProxy && !('execution' in request && request.execution.byProxy)) return false;
  if (caller.organization.id === organization.id) return true;
  return 'execution' in request && request.execution.byParent && caller.organization.id === organization.parentId;
}
