import type { Citus } from '../targets/citus.ts';
import type { ServerProcess } from '../targets/server-process.ts';

/** A request that was answered, as the log of the service has it. */
interface Answered {
  readonly operation: string;
  readonly status: number;
  /** When it began and ended, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

/** A command that one machine sent to another. */
interface Command {
  readonly at: number;
  readonly machine: number;
  readonly text: string;
}

/** What one operation costs on several machines. */
export interface CostOnMachines {
  readonly operation: string;
  readonly requests: number;
  /** The median, and the most. */
  readonly commands: readonly [number, number];
  /** How many machines got commands, at most. */
  readonly machines: number;
  /** How many requests were committed in two phases. */
  readonly inTwoPhases: number;
}

/** The settings of a PostgreSQL that logs all commands as this module reads them. */
export const commandLog = { log_statement: 'all', log_line_prefix: '%n|%a|' };

/**
 * Counts the commands that the machine of the first process sent to others for each operation. Only requests that were carried out and
 * that no other request overlapped are counted. What happens after an answer is not.
 */
export async function countCommands(
  citus: Citus,
  [first, ...others]: readonly ServerProcess[],
): Promise<CostOnMachines[]> {
  const commands = await readCommands(citus);
  const own = first?.log().flatMap(readAnswered) ?? [];
  const all = [...own, ...others.flatMap((process) => process.log().flatMap(readAnswered))];
  const isAlone = ({ from, until }: Answered) =>
    all.filter((other) => other.from <= until && from <= other.until).length === 1;
  const costs = own
    .filter((request) => request.status === 200 && isAlone(request))
    .map(({ operation, from, until }) => ({
      operation,
      commands: commands.filter(({ at }) => at >= from && at <= until),
    }));
  return [...Map.groupBy(costs, ({ operation }) => operation)]
    .map(([operation, requests]) => {
      const counts = requests.map((request) => request.commands.length).toSorted((one, other) => one - other);
      return {
        operation,
        requests: requests.length,
        commands: [counts[counts.length >> 1] ?? 0, counts.at(-1) ?? 0] as const,
        machines: Math.max(...requests.map((request) => new Set(request.commands.map(({ machine }) => machine)).size)),
        inTwoPhases: requests.filter((request) =>
          request.commands.some(({ text }) => /^prepare transaction/i.test(text)),
        ).length,
      };
    })
    .toSorted((one, other) => (one.operation < other.operation ? -1 : 1));
}

/** The end of the name of a shard's table. */
const shardNumber = /_\d{6}\b/;
const withoutShards = (text: string) => text.replaceAll(new RegExp(shardNumber, 'g'), '');

/** A statement that reached so many shards was not about one organization. */
const manyShards = 8;

/** The statements about many shards that were sent within a time, once for each of them. */
export async function readSpread(citus: Citus, from: number, until: number): Promise<string[]> {
  const commands = (await readCommands(citus)).filter(({ at }) => at >= from && at < until);
  // The commands of one statement are sent within milliseconds.
  const byStatement = Map.groupBy(commands, ({ at, text }) => `${Math.round(at / 2_000)} ${withoutShards(text)}`);
  return [...byStatement.values()]
    .filter((some) => new Set(some.map(({ text }) => shardNumber.exec(text)?.[0])).size >= manyShards)
    .map(([first]) => withoutShards(first?.text ?? ''));
}

async function readCommands(citus: Citus): Promise<Command[]> {
  const logs = await Promise.all(citus.workers.map((worker) => worker.readLog()));
  return logs.flatMap((log, machine) => log.split('\n').flatMap((line) => readCommand(line, machine)));
}

/** One line for each operation. */
export const tableOf = (costs: readonly CostOnMachines[]): string =>
  [
    `${'operation'.padEnd(44)}requests  commands  most  machines  in two phases`,
    ...costs.map(({ operation, requests, commands, machines, inTwoPhases }) =>
      [
        operation.padEnd(44),
        String(requests).padStart(8),
        String(commands[0]).padStart(10),
        String(commands[1]).padStart(6),
        String(machines).padStart(10),
        String(inTwoPhases).padStart(15),
      ].join(''),
    ),
  ].join('\n');

function readCommand(line: string, machine: number): Command[] {
  const [, at, text] = /^([\d.]+)\|citus_internal[^|]*\|LOG: {2}(?:statement|execute [^:]+): (.*)/.exec(line) ?? [];
  return text === undefined ? [] : [{ at: 1000 * Number(at), machine, text }];
}

function readAnswered(line: string): Answered[] {
  if (!line.includes('"operation":')) return [];
  const { at, operation, status, durationMs } = JSON.parse(line);
  const until = Date.parse(at) + 1;
  return [{ operation, status, from: until - durationMs - 1, until }];
}
