/** How to connect: by a socket that only this user can access, without a port or a password. */
export interface SocketAddress {
  readonly socketDirectory: string;
  readonly user: string;
  readonly database: string;
}

/** Where the database is: at an address of the form `postgres://…`, or at a socket. */
export type DatabaseAddress = string | SocketAddress;

/** PostgreSQL names its socket after the port, even if it does not listen on that port. */
export const socketName = '.s.PGSQL.5432';
