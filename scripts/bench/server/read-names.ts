import { Refusal } from '../../command.ts';

/** Reads the names of workloads from a variable, such as `whoami,sign16`. */
export function readNames<Name extends string>(
  variable: string,
  known: readonly Name[],
  usual: readonly Name[],
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): readonly Name[] {
  const text = env[variable];
  if (!text) return usual;
  const words = text.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !known.some((name) => name === word));
  if (wrong !== undefined)
    throw new Refusal(`${variable} must be some of ${known.join(',')}, with commas between them, not ${text}`);
  return known.filter((name) => words.includes(name));
}
