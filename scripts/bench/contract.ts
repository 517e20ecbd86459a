import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { documentPath, documentYamlPath } from '@mintmark/openapi';
import { root } from '../command.ts';
import { median } from './race.ts';

const warmRuns = 5;

const run = (file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return { stdout, stderr };
};

/** Node does not report the CPU time of child processes, so the child prints its own when it exits. */
const tellUsage = `process.on('exit', () => console.error(JSON.stringify({
  cpu: process.cpuUsage(), wall: performance.now() })))`;

interface Usage {
  readonly cpuMs: number;
  readonly wallMs: number;
}

const generate = (compileCache: string): Usage => {
  const hook = `data:text/javascript,${encodeURIComponent(tellUsage)}`;
  const { stderr } = run(process.execPath, ['--import', hook, 'scripts/generate/index.ts'], {
    NODE_COMPILE_CACHE: compileCache,
  });
  const { cpu, wall } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  return { cpuMs: (cpu.user + cpu.system) / 1000, wallMs: wall };
};

const size = (file: string) => {
  const bytes = readFileSync(file);
  return `${bytes.length} bytes, ${gzipSync(bytes).length} gzipped`;
};
const usage = ({ cpuMs, wallMs }: Usage) => `${(cpuMs / 1000).toFixed(2)} s of CPU, ${(wallMs / 1000).toFixed(2)} s`;

/** Measures the generation of the contract, its size, and its type instantiations. */
export async function benchContract(): Promise<void> {
  const compileCache = mkdtempSync(join(tmpdir(), 'mintmark-bench-'));
  const cold = generate(compileCache);
  const warm = Array.from({ length: warmRuns }, () => generate(compileCache));
  rmSync(compileCache, { recursive: true });

  const { stdout: diagnostics } = run(join(root, 'node_modules/.bin/tsc'), [
    ...['-p', 'packages/schema', '--noEmit', '--composite', 'false', '--incremental', 'false', '--extendedDiagnostics'],
  ]);
  const instantiations = diagnostics.match(/Instantiations:\s*(\d+)/)?.[1];

  console.log(`generation, cold              ${usage(cold)}`);
  console.log(
    `generation, warm              ${usage({
      cpuMs: median(warm.map((one) => one.cpuMs)),
      wallMs: median(warm.map((one) => one.wallMs)),
    })} (median of ${warmRuns})`,
  );
  console.log(`warm to cold, CPU             ${(median(warm.map((one) => one.cpuMs)) / cold.cpuMs).toFixed(2)}`);
  console.log(`document as JSON              ${size(documentPath)}`);
  console.log(`document as YAML              ${size(documentYamlPath)}`);
  console.log(`type instantiations, schema   ${instantiations}`);
}
