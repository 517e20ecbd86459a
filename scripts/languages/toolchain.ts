import { spawnSync } from 'node:child_process';

/** A program that a language needs, and how to find its version. */
export interface Tool {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Matches the version in the output of the command. Without it, the command only has to succeed. */
  readonly version?: RegExp;
  readonly min?: string;
  readonly install: string;
}

const isOlder = (version: string, min: string) => version.localeCompare(min, 'en', { numeric: true }) < 0;

/** Why a tool cannot be used, or undefined if it can. */
export function toolProblem({ name, command, version, min = '', install }: Tool): string | undefined {
  const [program, ...args] = command;
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error || status !== 0) return `${name} is not installed: ${install}`;
  const found = version?.exec(stdout + stderr)?.[1];
  if (version && (found === undefined || isOlder(found, min))) {
    return `${name} ${min} or newer is needed, found ${found ?? 'an unknown version'}: ${install}`;
  }
  return undefined;
}
