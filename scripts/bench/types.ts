import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { document } from '@mintmark/openapi';
import { writeClientProgram } from '../checks/client-program.ts';
import { buildSyntheticDocument } from '../checks/synthetic-document.ts';
import { root } from '../command.ts';

const counts = [21, 120];
const compilers = ['node_modules/typescript', 'scripts/node_modules/typescript'];

/** Measures the compiler on a program that uses every method of the client, as the contract grows. */
export async function benchTypes(): Promise<void> {
  console.log('client, a program with every method     instantiations   each   check s   memory MB');
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-bench-types-'));
  for (const count of counts) {
    await writeClientProgram(join(directory, String(count)), buildSyntheticDocument(document, count));
  }
  for (const compiler of compilers) {
    for (const count of counts) print(compiler, join(directory, String(count)), count);
  }
  await rm(directory, { recursive: true });
}

function print(compiler: string, project: string, count: number): void {
  const tsc = (...args: string[]) => {
    const { status, stdout } = spawnSync(process.execPath, [join(root, compiler, 'bin/tsc'), ...args], {
      cwd: project,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${compiler} refuses the program:\n${stdout}`);
    return stdout;
  };
  const version = tsc('--version').match(/[\d.]+/)?.[0];
  const diagnostics = tsc('--extendedDiagnostics');
  const figure = (name: string) => Number(diagnostics.match(new RegExp(`^${name}:\\s*([\\d.]+)`, 'm'))?.[1]);
  const columns = [
    String(figure('Instantiations')).padStart(14),
    (figure('Instantiations') / count).toFixed(0).padStart(6),
    figure('Check time').toFixed(2).padStart(9),
    (figure('Memory used') / 1024).toFixed(0).padStart(11),
  ];
  console.log(`  ${`${count} operations, TypeScript ${version}`.padEnd(38)}${columns.join(' ')}`);
}
