import type { PolicySet } from '@mintmark/server/core/ports/policy-sets';
import { z } from 'zod';
import { readJsonFile } from './read-json-file.ts';
import { compileWritten, WrittenPolicies } from './written-policies.ts';

/** Other members are those of a file of cases, which are not used here. */
const PolicyFile = z.object({ policies: WrittenPolicies });

/** Reads the policies in a file, ready to be evaluated. */
export const readProposedPolicies = async (path: string, cwd: string): Promise<PolicySet> =>
  compileWritten((await readJsonFile(path, PolicyFile, cwd)).policies);
