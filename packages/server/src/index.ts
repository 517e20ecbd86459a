// The declarations of this package and of its database driver need the types of Node.
/// <reference types="node" preserve="true" />

export type { AuditReport } from './activities/audit-proof/verify-audit.ts';
export { SecretsError, type SecretsErrorCode, secretsErrorCodes } from './custody/secrets/secrets-error.ts';
export type { Root } from './runtime/bootstrap/make-organization.ts';
export { createServer, type Server, type ServerOptions } from './runtime/create-server.ts';
export type { RequestLog } from './runtime/http/front-door.ts';
export type { Configuration } from './runtime/process/configuration-schema.ts';
export {
  StoreError,
  type StoreErrorCode,
  type StoreErrorDetails,
  storeErrorCodes,
} from './storage/store/store-error.ts';
