import { activityTypes } from '@mintmark/server/core/handlers/activity-types';
import type { FindHandler } from '@mintmark/server/core/handlers/implement';
import type { PolicySet } from '@mintmark/server/core/ports/policy-sets';
import { type Execution, readActivity } from '@mintmark/server/core/requests/read-activity';
import type { JsonObject } from '@mintmark/stamper/encoding';
import { findMistakes, violationsOf } from './find-mistakes.ts';
import type { Mistake } from './policy-file-error.ts';
import { readJsonFile, wrongFile } from './read-json-file.ts';
import { TestFile, type WrittenCase, type WrittenFile } from './test-file-schema.ts';
import { compileWritten } from './written-policies.ts';

/** A case whose request was read. */
export interface TestCase extends WrittenCase {
  readonly execution: Execution;
}

/** A file of cases that can be run. */
export interface TestPlan {
  readonly path: string;
  readonly written: WrittenFile;
  readonly policies: PolicySet;
  readonly cases: readonly TestCase[];
}

/** Reads a file of cases. Throws one error that names every mistake by its path. */
export async function readTestFile(path: string, findHandler: FindHandler, cwd = '.'): Promise<TestPlan> {
  const written = await readJsonFile(path, TestFile, cwd);
  const mistakes = findMistakes(written);
  const cases = written.cases.flatMap((one, index) => {
    const read = readExecution(one, findHandler, ['cases', index, 'activity']);
    if (!Array.isArray(read)) return [{ ...one, execution: read }];
    mistakes.push(...read);
    return [];
  });
  if (mistakes.length > 0) throw wrongFile(path, mistakes);
  return { path, written, policies: compileWritten(written.policies), cases };
}

/** The id of the organization that requests of files name. No policy can see it. */
const organizationId = '00000000-0000-4000-8000-000000000000';

function readExecution(
  { activity: { type, parameters } }: WrittenCase,
  findHandler: FindHandler,
  path: readonly PropertyKey[],
): Execution | Mistake[] {
  const entry = activityTypes.get(type);
  if (!entry) return [{ path: [...path, 'type'], message: 'is not the type of an activity that can be submitted' }];
  try {
    const body = { type, timestampMs: String(Date.now()), organizationId, parameters: parameters as JsonObject };
    return readActivity(entry.unit, body, findHandler).execution;
  } catch (error) {
    return violationsOf(error, [...path, 'parameters']);
  }
}
