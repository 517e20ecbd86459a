import type { DatabaseAddress } from '../src/storage/store/database-address.ts';

/** One PostgreSQL for all test files of a run. */
export interface TestServer {
  readonly superuser: DatabaseAddress;
  /** The role of the service: it owns its databases, and is not a superuser. */
  readonly role: DatabaseAddress;
  readonly roleName: string;
  /** Whether it is not the one that comes with the package. */
  readonly isExternal: boolean;
}

/** The same server and user, with another database. */
export function withDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (typeof address !== 'string') return { ...address, database };
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}
