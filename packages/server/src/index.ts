// The declarations of this package and of its database driver need the types of Node.
/// <reference types="node" preserve="true" />

export type { AuditReport } from './audit-proof/verify-audit.ts';
export type { Root } from './bootstrap/make-organization.ts';
export { createServer, type Server, type ServerOptions } from './create-server.ts';
export type { RequestLog } from './http/front-door.ts';
export type { Configuration } from './process/configuration-schema.ts';
export { SecretsError, type SecretsErrorCode, secretsErrorCodes } from './secrets/secrets-error.ts';
export { StoreError, type StoreErrorCode, type StoreErrorDetails, storeErrorCodes } from './store/store-error.ts';
