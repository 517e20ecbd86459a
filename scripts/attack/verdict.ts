import { Refusal } from '../command.ts';

/** Runs an attack and returns the verdict; throws a Refusal if a check failed or the run was interrupted. */
export async function verdictOf(signal: AbortSignal, attack: () => Promise<readonly string[]>): Promise<string> {
  const problems = await attack().catch((error: unknown) => {
    if (signal.aborted) throw new Refusal('interrupted: no verdict');
    throw error;
  });
  if (problems.length === 0) return '\nAll checks passed.';
  throw new Refusal(['', `Failed checks: ${problems.length}`, ...problems.map((problem) => `- ${problem}`)].join('\n'));
}
