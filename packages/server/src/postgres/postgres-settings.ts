import { clusterName } from './postmaster.ts';

/**
 * The settings that this package depends on. They are given on the command line, where no file of the cluster can change
 * them; `postgresql.conf` stays for what an operator tunes.
 */
export function postgresSettings(socketDirectory: string, durable: boolean): string[] {
  const settings = {
    cluster_name: clusterName,
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    port: 5432,
    fsync: onOff(durable),
    full_page_writes: onOff(durable),
    // Also when nothing has to outlive the machine: this is about the processes of PostgreSQL alone, and costs little then.
    synchronous_commit: 'on',
    // Errors quote values, and details quote rows: neither belongs in a log. Whoever caused an error is told.
    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
    log_min_duration_statement: -1,
    log_checkpoints: 'off',
    // Until a table was looked at, the planner guesses, and may read all of it by the wrong index. A young one should not wait
    // a minute for that; one that is grown is looked at no more often.
    autovacuum_naptime: '5s',
    // Parallel queries need more shared memory than containers have, for questions that a server like this never asks.
    max_parallel_workers_per_gather: 0,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}
