import { defaultLimits } from '../http/limits.ts';

/** The connections of a service that is one process. */
const defaultConnections = 12;
/**
 * With fewer, `connectionShares` cannot keep its promise that two organizations never take all connections for work, nor all for
 * queries.
 */
const fewestConnections = 8;

export interface WorkerShare {
  /** How many connections to the database the worker may open. */
  readonly databaseConnections: number;
  /** How many connections of clients it may have. */
  readonly clients: number;
}

/** The part of one worker in the limits of the whole service. */
export const shareOfWorker = (workers: number): WorkerShare => ({
  databaseConnections: Math.max(fewestConnections, Math.ceil(defaultConnections / workers)),
  clients: Math.ceil(defaultLimits.connections / workers),
});

/** How many connections PostgreSQL has to allow: those of all workers, and some for starts and commands. */
export const connectionsOfService = (workers: number): number =>
  workers * shareOfWorker(workers).databaseConnections + 20;
