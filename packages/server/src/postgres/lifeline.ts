import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { serviceOptions } from './service-process.ts';
import type { ServiceUser } from './service-user.ts';

/**
 * Runs a program for as long as descriptor 3 stays open, then asks it to stop, and removes a directory after that.
 * The system closes the descriptor however the process at its other end goes, also killed. The signal is repeated: a
 * program that only starts may not listen yet. Signals to a whole group of processes, as service managers send them, are
 * for others: the program listens by itself.
 */
const script = `
trap '' HUP INT TERM
directory=$1
shift
"$@" 3<&- &
program=$!
(
  read -r line <&3
  : >"$directory/.stop"
  for attempt in 1 2 3 4 5; do kill -INT "$program" && sleep 1; done
) >/dev/null 2>&1 4<&- &
watch=$!
exec 3<&-
wait "$program"
status=$?
kill -KILL "$watch" 2>/dev/null
[ ! -e "$directory/.stop" ] || rm -rf -- "$directory"
exit "$status"
`;

/** A program that does not outlive this process. */
export interface Lifeline {
  /** Resolves when the program has ended. */
  readonly ended: Promise<void>;
  readonly hasEnded: boolean;
  /** Asks the program to stop, and has its directory removed. */
  cut(): void;
}

/** Starts a program that goes when this process goes, and that a Ctrl-C in the terminal does not reach. */
export function startWithLifeline(
  command: readonly string[],
  { user, log, directory, remove }: LifelineOptions,
): Lifeline {
  const child = spawn('/bin/sh', ['-c', script, 'mintmark-lifeline', remove, ...command], {
    ...serviceOptions(user),
    detached: true,
    stdio: ['ignore', log, log, 'pipe', directory],
  });
  const line = child.stdio[3] as Socket;
  // Whoever forgets to stop it is not kept from ending.
  child.unref();
  line.on('error', () => {}).unref();
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      line.destroy();
      resolve();
    };
    child.on('error', end).on('exit', end);
  });
  return {
    ended,
    get hasEnded() {
      return hasEnded;
    },
    cut() {
      child.ref();
      line.destroy();
    },
  };
}

export interface LifelineOptions {
  readonly user: ServiceUser | undefined;
  /** The descriptor of an open file. */
  readonly log: number;
  /** The program gets it as its descriptor 4. */
  readonly directory: number | 'ignore';
  /** A directory of the user, without any meaning once the program was stopped. */
  readonly remove: string;
}
