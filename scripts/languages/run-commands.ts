import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { Refusal } from '../command.ts';

interface Run {
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Kills the commands and everything that they started. */
  readonly signal: AbortSignal;
  readonly allowedWarning?: RegExp | undefined;
}

const warning = /\bwarn(ing)?s?\b/i;
const lastLines = (text: string) => text.trimEnd().split('\n').slice(-40).join('\n');

/** Runs commands in a shell and resolves to their output; throws a Refusal if one of them fails or warns. */
export async function runCommands(commands: string, { directory, env, signal, allowedWarning }: Run): Promise<string> {
  signal.throwIfAborted();
  // Their own process group, because shells and build tools do not forward signals.
  const child = spawn('sh', ['-eu', '-c', commands], {
    cwd: directory,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => {
    try {
      process.kill(-(child.pid as number));
    } catch {
      // The group has already ended.
    }
  };
  signal.addEventListener('abort', kill);
  let printed = '';
  let all = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
    all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    all += text;
  });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  signal.removeEventListener('abort', kill);
  signal.throwIfAborted();
  if (code !== 0) throw new Refusal(`exit code ${code}:\n${lastLines(all)}`);
  const warnings = all.split('\n').filter((line) => warning.test(line) && !allowedWarning?.test(line));
  if (warnings.length > 0) throw new Refusal(`warnings:\n${lastLines(warnings.join('\n'))}`);
  return stripVTControlCharacters(printed);
}
