/** Documented errors that no request from outside can provoke, and why. Those of one operation are in its story. */
export const unprovoked: Readonly<Record<string, string>> = {
  CONCURRENT_CHANGE: 'needs two concurrent transactions that conflict in the database',
  CREDENTIAL_CONFLICT:
    'only operations that accept the parent of the caller look for a credential below an organization',
  FORBIDDEN: 'an unknown credential gives PUBLIC_KEY_NOT_FOUND first',
  INTERNAL: 'needs a bug in the server',
  ORGANIZATION_NOT_FOUND: 'needs an organization that is deleted right after its stamp was verified',
  ORIGIN_NOT_ALLOWED: 'needs a configuration that lists origins, and a page of another one',
  RESOURCE_LIMIT_EXCEEDED: 'needs an organization whose storage is used up',
  ROUTE_NOT_FOUND: 'needs another method than POST',
  UNIMPLEMENTED: 'the handler of the server implements the whole operation',
};
