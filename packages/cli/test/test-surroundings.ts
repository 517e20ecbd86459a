import type { Surroundings } from '../src/surroundings.ts';

/** Surroundings with an empty environment and no input, which show nothing. The given members replace their own. */
export const testSurroundings = (more: Partial<Surroundings> = {}): Surroundings => ({
  env: {},
  cwd: '.',
  stdin: noInput(),
  print: () => {},
  report: () => {},
  output: { isTerminal: false, hasColours: false },
  screen: { write: () => true },
  signal: new AbortController().signal,
  onUncaught: () => {},
  exit: (code) => {
    throw new Error(`the program wants to end the process with ${code}`);
  },
  ...more,
});

async function* noInput(): AsyncGenerator<Uint8Array> {}
