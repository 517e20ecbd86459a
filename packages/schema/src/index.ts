export type { Rule } from './component.ts';
export {
  defineActivity,
  type NeedsServer,
  needsServer,
  type PolicyAction,
  type PolicyResource,
  type Superseded,
  superseded,
  type Version,
  version,
} from './define-activity.ts';
export { defineProxy } from './define-proxy.ts';
export { defineQuery } from './define-query.ts';
export { Activity, ActivityStatus, ApiError } from './envelope.ts';
export { type ErrorEntry, type ErrorName, errorStatuses, errors, type HttpErrorStatus, type Status } from './errors.ts';
export * as examples from './examples.ts';
export { addressFormatCurves } from './fields/address-format.ts';
export { activities, proxies, queries } from './generated/registry.ts';
export { type ActivityUnit, type ProxyUnit, type QueryUnit, registry, type Unit } from './registry.ts';
export { type TagName, tags } from './tags.ts';
