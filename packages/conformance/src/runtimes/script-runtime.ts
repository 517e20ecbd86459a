import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program, withPatience } from './program.ts';
import type { Runtime, SuiteRun } from './runtime.ts';

interface Invocation {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * A runtime that runs the sources without a build, as a program that prints the result in its last line. The folder of a run
 * is removed afterwards.
 */
export function scriptRuntime(
  name: string,
  find: Runtime['find'],
  invocation: (entry: string, folder: string, run: SuiteRun) => Invocation,
): Runtime {
  return {
    name,
    find,
    async run(executable, suite, options = {}) {
      const folder = await mkdtemp(join(tmpdir(), `mintmark-${name}-`));
      try {
        const entry = join(folder, 'entry.mjs');
        await writeFile(entry, entryOf(suite, options.input));
        const { args, env } = invocation(entry, folder, options);
        await using program = new Program(name, executable, args, env);
        const failure = program.failure.bind(program);
        const code = await withPatience(options, failure, program.ended);
        if (code !== 0) throw program.failure(`ended with code ${code}`);
        return JSON.parse(program.stdout.trimEnd().split('\n').at(-1) ?? '');
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  };
}

// A static import: a dynamic one would need a permission in Deno, and suites must run without permissions.
const entryOf = (suite: URL, input: unknown) => `import run from ${JSON.stringify(suite.href)};
console.log(JSON.stringify(await run(${JSON.stringify(input)})));
`;
