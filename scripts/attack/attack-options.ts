import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal, root } from '../command.ts';
import { programOf } from '../load/service-process.ts';

const names = ['floods', 'faults'] as const;

export interface AttackOptions {
  readonly seed: number;
  readonly durationMs: number;
  /** Clones of this repository, whose services are attacked. */
  readonly servers: readonly string[];
  /** Aborts when the run is to end before its time. */
  readonly signal: AbortSignal;
}

interface AttackCommand extends Omit<AttackOptions, 'signal'> {
  readonly name: (typeof names)[number];
  readonly wantsHelp: boolean;
}

const usualSeconds = { floods: 90, faults: 600 };

export const help = `Usage: npm run attack -- [${names.join(' | ')}] [--seed <number>] [--duration <seconds>] [--server <directory>]

Attacks the real service, in processes of its own on this machine, and exits with 1 if something does not hold that must.

  floods   how fast good requests are answered before, during and after floods of large lists, of bodies that are expensive
           to read and of bad stamps. The ratios are figures; that no good request is refused is a must.
  faults   two processes on one PostgreSQL behind a network that fails, with crashes of all of them, under load: nothing that
           was acknowledged is lost or doubled, and afterwards everything is as it was.

  --seed      chooses what is sent and what fails: 1
  --duration  how long, in seconds: ${usualSeconds.floods} for floods, ${usualSeconds.faults} for faults
  --server    another clone of this repository whose service is attacked instead. Given more than once, floods takes turns
              with all of them: --server ../before --server .`;

/** Reads the command line. */
export function readCommand(args: readonly string[]): AttackCommand {
  const { values, positionals } = parse(args);
  const [name = 'floods', ...more] = positionals;
  if (!isName(name) || more.length > 0)
    throw new Refusal(`one of ${names.join(', ')} is needed, not ${positionals.join(' ')}`);
  const servers = (values.server ?? [root]).map((path) => resolve(path));
  for (const server of servers)
    if (!existsSync(programOf(server)))
      throw new Refusal(`there is no service in ${server}: ${programOf(server)} is missing`);
  if (name === 'faults' && servers.length > 1) throw new Refusal('faults takes one --server');
  return {
    name,
    wantsHelp: values.help ?? false,
    servers,
    seed: wholeNumber('--seed', values.seed ?? '1', 0),
    durationMs: 1000 * wholeNumber('--duration', values.duration ?? `${usualSeconds[name]}`, 1),
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

function wholeNumber(option: string, text: string, least: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new Refusal(`${option} must be a whole number from ${least} on, not ${text}`);
}
