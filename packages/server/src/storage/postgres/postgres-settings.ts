import { clusterName } from './postmaster.ts';

const defaultConnections = 100;

/**
 * The settings that this package depends on. They are on the command line, where no file of the cluster can override them;
 * `postgresql.conf` is for an operator's tuning.
 */
export function postgresSettings(socketDirectory: string, durable: boolean, maxConnections = 0): string[] {
  const settings = {
    cluster_name: clusterName,
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    port: 5432,
    fsync: onOff(durable),
    full_page_writes: onOff(durable),
    // Also for a database that need not survive the machine: commits then survive a crash of PostgreSQL, at little cost.
    synchronous_commit: 'on',
    // Errors quote values, and details quote rows: neither belongs in a log. The client that caused an error still gets it.
    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
    log_min_duration_statement: -1,
    log_checkpoints: 'off',
    // Until a table is analyzed, the planner guesses and may scan all of it by the wrong index. A new table should not wait a
    // minute for that. Large tables are not analyzed more often because of this.
    autovacuum_naptime: '5s',
    // Parallel queries need more shared memory than containers have, and this service has no queries that profit from them.
    max_parallel_workers_per_gather: 0,
    // Below its default, the operator's own setting applies.
    ...(maxConnections > defaultConnections && { max_connections: maxConnections }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}
