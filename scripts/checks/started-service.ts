import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compileCache } from '@mintmark/testing/compile-cache';
import { whileProgressing } from '@mintmark/testing/while-progressing';
import { root } from '../command.ts';

/** The service, started as `npm start` does, in a directory of its own. */
export interface StartedService extends AsyncDisposable {
  readonly directory: string;
  /** What it printed when it started. */
  readonly output: string;
  /** Starts it again with this configuration file. Its address is another one then. */
  restart(configuration: object): Promise<void>;
  /** Runs a program in the directory. */
  run(args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string; readonly status: unknown }>;
}

/** @param configuration The configuration file, if there is one. */
export async function startService(configuration?: object): Promise<StartedService> {
  const directory = mkdtempSync(join(tmpdir(), 'mintmark-readme-'));
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  // For the imports of the programs.
  symlinkSync(join(root, 'scripts/node_modules'), join(directory, 'node_modules'));
  let { child, output } = await start(directory, configuration);
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return {
    directory,
    output,
    async restart(changed) {
      await stop();
      ({ child, output } = await start(directory, changed));
    },
    async run(args) {
      const program = spawn(process.execPath, args, { cwd: directory });
      const [stdout, errors, [status]] = await Promise.all([
        text(program.stdout),
        text(program.stderr),
        once(program, 'exit'),
      ]);
      return { stdout, stderr: errors, status };
    },
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(directory, { recursive: true });
    },
  };
}

async function start(directory: string, configuration: object | undefined) {
  if (configuration) {
    mkdirSync(join(directory, '.mintmark'), { mode: 0o700, recursive: true });
    writeFileSync(join(directory, '.mintmark/config.json'), JSON.stringify(configuration));
  }
  const env = { PATH: process.env['PATH'], PORT: '0', ...compileCache };
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], { cwd: directory, env });
  const stderr = text(child.stderr);
  let output = '';
  const greet = async () => {
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (/^try .*\n/m.test(output)) break;
    }
  };
  await whileProgressing(greet(), {
    progress: () => output,
    pid: child.pid,
    stalled: (problem) => new Error(`the service has not printed its greeting and ${problem}\n${output}`),
  });
  if (child.exitCode !== null) throw new Error(await stderr);
  return { child, output };
}
