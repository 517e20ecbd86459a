import { dirname } from 'node:path';
import { Pool } from 'pg';
import { readPostmaster } from './service-process.ts';

/** What these connections call themselves in PostgreSQL, which tells them from those of the service. */
export const applicationName = 'mintmark load';

/** Connects to the embedded PostgreSQL of a running service, as the role of the service. The caller ends the pool. */
export async function connectToDatabase(dataDirectory: string, connections: number): Promise<Pool> {
  const { socket } = await readPostmaster(dataDirectory);
  return new Pool({
    host: dirname(socket),
    user: 'mintmark',
    database: 'mintmark',
    max: connections,
    application_name: applicationName,
  });
}
