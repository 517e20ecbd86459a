import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, symlink } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Much longer than any help takes on a busy machine: it only ends a hang.
const timeout = 60_000;

/** Problems with the commands of an installed package. Each is linked as npm links it, and run with --help. */
export async function binProblems(
  consumer: string,
  packageName: string,
  bin: Readonly<Record<string, string>>,
): Promise<string[]> {
  const modules = join(consumer, 'node_modules');
  await mkdir(join(modules, '.bin'));
  const problems = Object.entries(bin).map(async ([command, path]) => {
    const file = join(modules, packageName, path);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return `bin ${command}: ${path} is missing`;
    if (!text.startsWith('#!/usr/bin/env node\n'))
      return `bin ${command}: ${path} does not start with #!/usr/bin/env node`;
    await chmod(file, 0o755);
    const link = join(modules, '.bin', command);
    await symlink(file, link);
    return helpProblem(command, link, consumer);
  });
  return (await Promise.all(problems)).filter((problem) => problem !== undefined);
}

async function helpProblem(command: string, link: string, cwd: string): Promise<string | undefined> {
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };
  try {
    const { stdout } = await run(link, ['--help'], { cwd, env, timeout });
    return stdout.trim() === '' ? `bin ${command} --help printed nothing` : undefined;
  } catch (error) {
    const { code, signal, stderr = '' } = error as { code?: unknown; signal?: unknown; stderr?: string };
    const lines = stderr.split('\n').filter((line) => line.trim() !== '');
    const reason = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? '';
    return `bin ${command} --help ended with ${signal ?? code}: ${reason}`;
  }
}
