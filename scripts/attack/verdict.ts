import { Refusal } from '../command.ts';

/** Runs an attack, and says how it ended; throws a Refusal if something did not hold, or if it was interrupted. */
export async function verdictOf(signal: AbortSignal, attack: () => Promise<readonly string[]>): Promise<string> {
  const problems = await attack().catch((error: unknown) => {
    if (signal.aborted) throw new Refusal('interrupted: nothing was decided');
    throw error;
  });
  if (problems.length === 0) return '\nEverything held.';
  throw new Refusal(['', `Did not hold: ${problems.length}`, ...problems.map((problem) => `- ${problem}`)].join('\n'));
}
