/** How to connect: by a socket that only this user can reach, so that there is neither a port nor a password. */
export interface SocketAddress {
  readonly socketDirectory: string;
  readonly user: string;
  readonly database: string;
}

/** PostgreSQL names its socket after the port, also when it listens on none. */
export const socketName = '.s.PGSQL.5432';
