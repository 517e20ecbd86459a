import { z } from 'zod';

/** What is wrong in a file: the path of each mistake, and the rule. No value. */
export const mistakesOf = (issues: readonly z.core.$ZodIssue[]): string[] => issues.flatMap(linesOf);

function linesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${z.core.toDotPath([...issue.path, key])}: unknown member`);
  return [`${z.core.toDotPath(issue.path)}: ${issue.message}`];
}
