import type { ClientConfig } from 'pg';
import type { DatabaseAddress } from './database-address.ts';
import { StoreError } from './store-error.ts';

/** How to connect; `fallback` is used if the server offers no TLS and the address does not require it. */
type Connection = ClientConfig & { readonly fallback?: { readonly ssl: false } };

/** The settings that reading rows depends on. */
const settings = { DateStyle: 'ISO', TimeZone: 'UTC', bytea_output: 'hex' };

const tlsModes: ReadonlyMap<string, Pick<Connection, 'ssl' | 'fallback'>> = new Map([
  ['disable', { ssl: false }],
  ['prefer', { ssl: { rejectUnauthorized: false }, fallback: { ssl: false } }],
  ['require', { ssl: { rejectUnauthorized: false } }],
  ['verify-full', { ssl: true }],
]);

/** Parses an address. What it leaves out comes from the usual environment variables of PostgreSQL. */
export function parseAddress(address: DatabaseAddress): Connection {
  if (typeof address !== 'string') {
    const { socketDirectory, user, database } = address;
    return {
      host: socketDirectory,
      port: 5432,
      user,
      database,
      password: () => '',
      ssl: false,
      options: optionsOf(settings),
    };
  }
  try {
    const url = new URL(address);
    const { sslmode = 'disable', ...more } = Object.fromEntries(url.searchParams);
    const tls = tlsModes.get(sslmode);
    if (!tls)
      throw new StoreError(
        'INVALID_URL',
        `the sslmode of the database address must be one of ${[...tlsModes.keys()].join(', ')}`,
      );
    const isAddress = /^postgres(ql)?:$/.test(url.protocol) && !url.hostname.includes(',');
    if (isAddress) return { ...connectionOf(url), ...tls, options: optionsOf({ ...settings, ...more }) };
  } catch (error) {
    // Other messages may quote the address, including the password.
    if (error instanceof StoreError) throw error;
  }
  throw new StoreError('INVALID_URL', 'the database address must have the form postgres://user@host:5432/name');
}

function connectionOf({ hostname, port, username, password, pathname }: URL): Connection {
  const [user, secret, database] = [username, password, pathname.slice(1)].map(decodeURIComponent);
  return {
    // Brackets mark an IPv6 address in a URL only.
    ...(hostname && { host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1') }),
    ...(port && { port: Number(port) }),
    ...(user && { user }),
    ...(database && { database }),
    // A function does not show when a client is printed, and keeps the driver from looking for a password file.
    password: () => secret || (process.env['PGPASSWORD'] ?? ''),
  };
}

/** Settings of a session, as arguments of a server: https://www.postgresql.org/docs/current/libpq-connect.html */
function optionsOf(values: Readonly<Record<string, string>>): string {
  const argument = (text: string) => text.replace(/[\\ ]/g, '\\$&');
  return Object.entries(values)
    .map(([name, value]) => `-c ${argument(name)}=${argument(value)}`)
    .join(' ');
}
