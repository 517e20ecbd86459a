import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { takeLeftOut } from './effort.ts';
import type {} from './observe-file.ts';

/** The CPU time of one test file, in one project. */
export interface FileCost {
  readonly name: string;
  readonly project: string;
  readonly cpuMs: number;
}

/** At the end of a run it prints what the usual effort left out, and writes what each test file cost. */
export class RunReporter implements Reporter {
  readonly #costsFile: string | undefined;

  /** @param costsFile Where to write the costs of the files, if they are wanted. */
  constructor(costsFile?: string) {
    this.#costsFile = costsFile;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#costsFile) {
      const costs = modules.flatMap((module): FileCost[] => {
        const { cpuMs } = module.meta();
        return cpuMs === undefined ? [] : [{ name: module.moduleId, project: module.project.name, cpuMs }];
      });
      mkdirSync(dirname(this.#costsFile), { recursive: true });
      writeFileSync(this.#costsFile, JSON.stringify(costs));
    }
    const line = leftOutLine(
      takeLeftOut(),
      modules.map((module) => ({ name: module.relativeModuleId, leftOut: module.meta().leftOut ?? [] })),
    );
    if (line) console.log(line);
  }
}

/** One line about what the run left out: as a whole, and in test files. */
export function leftOutLine(
  ofRun: readonly string[],
  files: readonly { readonly name: string; readonly leftOut: readonly string[] }[],
): string | undefined {
  const ofFiles = files.filter(({ leftOut }) => leftOut.length > 0);
  const all = [...ofRun, ...ofFiles.map(({ name, leftOut }) => `${name}: ${leftOut.join(', ')}`)];
  return all.length === 0 ? undefined : `left out by the usual effort: ${all.join('; ')}. TEST_EFFORT=full runs it.`;
}
