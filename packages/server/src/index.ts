// For the declarations of this package and of its driver, which a project without the types of Node could not read.
/// <reference types="node" preserve="true" />

export type { Database, Sql, TransactionOptions, TransactionSql } from './store/database.ts';
export { openStore, type Store, type StoreOptions } from './store/open-store.ts';
export { StoreError, type StoreErrorCode, type StoreErrorDetails, storeErrorCodes } from './store/store-error.ts';
