import { spawnSync } from 'node:child_process';
import { notRun } from '@mintmark/testing/not-run';

/**
 * Whether a program of the system is installed. Without it the test says what it did not run; in CI it fails.
 *
 * @param source The package of Debian that has the program.
 */
export const hasProgram = (program: string, what: string, source = program): boolean =>
  spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0 ||
  notRun(what, program, `apt-get install ${source}`) === true;
