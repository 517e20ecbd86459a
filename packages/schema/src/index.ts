export { defineActivity, needsServer, type OlderType, superseded, version } from './define/define-activity.ts';
export { defineProxy } from './define/define-proxy.ts';
export { defineQuery } from './define/define-query.ts';
export { defineVote } from './define/define-vote.ts';
export { Activity, ActivityStatus } from './define/envelope.ts';
export { errorBody } from './error-body.ts';
export { type ErrorEntry, type ErrorName, errorStatuses, errors, type HttpErrorStatus } from './errors.ts';
export * as examples from './examples/index.ts';
export { ApiError } from './fields/api-error.ts';
export { type Policy, policyActions, policyResources, rootQuorumOnly } from './policy.ts';
export {
  type ActivityUnit,
  activities,
  type ProxyUnit,
  proxies,
  type QueryUnit,
  queries,
  registry,
  type Unit,
  type VoteUnit,
} from './registry.ts';
export { chapterOf, type TagName, tags } from './tags.ts';
