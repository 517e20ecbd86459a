import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal, root } from '../command.ts';
import { sourceOf } from '../load/program-of.ts';

const names = ['floods', 'faults'] as const;

export interface AttackOptions {
  readonly seed: number;
  readonly durationMs: number;
  /** Clones of this repository whose services are attacked. */
  readonly servers: readonly string[];
  /** Aborts the run early. */
  readonly signal: AbortSignal;
}

interface AttackCommand extends Omit<AttackOptions, 'signal'> {
  readonly name: (typeof names)[number];
  readonly wantsHelp: boolean;
}

const defaultSeconds = { floods: 90, faults: 600 };

export const help = `Usage: npm run attack -- [${names.join(' | ')}] [--seed <number>] [--duration <seconds>] [--server <directory>]

Attacks the real service, which it starts on this machine, and exits with 1 if a check fails.

  floods   measures the latency of good requests before, during and after floods: of large lists, of requests whose
           policies are expensive, of bodies that are expensive to parse, of bad stamps, of sign-ups, of empty requests
           through a reverse proxy, and of strangers who ask for the codes of people who sign in. Fails if a good request
           is refused. The latencies are only reported.
  faults   runs two processes on one PostgreSQL under load, with network failures and crashes of all three. Fails if an
           acknowledged change is lost or applied twice, or if the service does not recover.

  --seed      seed for the requests and the faults (default 1)
  --duration  duration in seconds (default ${defaultSeconds.floods} for floods, ${defaultSeconds.faults} for faults)
  --server    attacks the service of another clone of this repository. Given more than once, floods compares them, taking
              turns: --server ../before --server .`;

/** Reads the command line. */
export function readCommand(args: readonly string[]): AttackCommand {
  const { values, positionals } = parse(args);
  const [name = 'floods', ...more] = positionals;
  if (!isName(name) || more.length > 0)
    throw new Refusal(`expected one of ${names.join(', ')}, not ${positionals.join(' ')}`);
  const servers = (values.server ?? [root]).map((path) => resolve(path));
  for (const server of servers)
    if (sourceOf(server) === undefined) throw new Refusal(`there is no service in ${server}`);
  if (name === 'faults' && servers.length > 1) throw new Refusal('faults takes one --server');
  return {
    name,
    wantsHelp: values.help ?? false,
    servers,
    seed: wholeNumber('--seed', values.seed ?? '1', 0),
    durationMs: 1000 * wholeNumber('--duration', values.duration ?? `${defaultSeconds[name]}`, 1),
  };
}

const isName = (word: string): word is AttackCommand['name'] => (names as readonly string[]).includes(word);

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        seed: { type: 'string' },
        duration: { type: 'string' },
        server: { type: 'string', multiple: true },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n\n${help}`);
  }
}

function wholeNumber(option: string, text: string, min: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
  throw new Refusal(`${option} must be a whole number of at least ${min}, not ${text}`);
}
