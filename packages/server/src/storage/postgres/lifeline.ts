import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { serviceOptions } from './service-process.ts';
import type { ServiceUser } from './service-user.ts';

/**
 * Runs a program for as long as descriptor 3 stays open, then asks it to stop, and removes a directory after that.
 * The system closes the descriptor however the process at its other end exits, even if it is killed. The signal is repeated:
 * a program that is still starting may not handle it yet. The script ignores signals to a whole process group, as service
 * managers send them: the program handles them itself.
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
  /** Resolves when the program has exited. */
  readonly ended: Promise<void>;
  readonly hasEnded: boolean;
  /** Asks the program to stop, after which its directory is removed. */
  cut(): void;
}

/** Starts a program that exits when this process exits. A Ctrl-C in the terminal does not reach it. */
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
  // A program that was not stopped does not keep this process alive.
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
  /** A directory of the user that is not needed after the program has stopped. */
  readonly remove: string;
}
