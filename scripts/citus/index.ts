import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Refusal, root, runCommand } from '../command.ts';
import { buildCitus, citusVersion } from './build-citus.ts';

const help = `Usage: npm run check:citus -- ARCHIVE

Runs the service on Citus, with a coordinator and two workers: distributes the tables, plays the story of each operation
through the coordinator and through a worker, loses a worker under load for 30 seconds, and verifies the audit.

ARCHIVE is the source of Citus ${citusVersion}, which no registry of packages has. It is published as
https://github.com/citusdata/citus/archive/refs/tags/v${citusVersion}.tar.gz and is built against PostgreSQL of Debian: the first
time takes some minutes. The PostgreSQL of the machine stays as it is.`;

await runCommand(help, async ([archive, ...others]) => {
  if (archive === undefined || others.length > 0) throw new Refusal(help);
  const programs = await buildCitus(archive, console.log);
  const tests = spawn(
    process.execPath,
    [
      join(root, 'scripts/boot.mjs'),
      'vitest',
      'run',
      '--root',
      'packages/conformance',
      '--no-file-parallelism',
      'src/citus',
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MINTMARK_CITUS_PROGRAMS: programs } },
  );
  const [code] = await once(tests, 'exit');
  if (code !== 0) throw new Refusal('the service does not work on this Citus');
  return 'the service works on this Citus';
});
