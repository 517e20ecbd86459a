import { createSecretKey, randomBytes } from 'node:crypto';
import { type Ruling, rule } from '@mintmark/server/activities/dry-run/ruling';
import { RowMacs } from '@mintmark/server/core/authority/row-macs';
import type { PolicyContext } from '@mintmark/server/core/handlers/implement';
import { LoopTurns } from '@mintmark/server/core/limits/loop-turns';
import { ApiError } from '@mintmark/server/core/model/api-error';
import type { PolicyOutcome } from '@mintmark/server/policies/evaluation/evaluate-policies';
import { createPolicyCaches } from '@mintmark/server/policies/sets/policy-caches';
import type { Database } from '@mintmark/server/storage/store/database';
import { violationsOf } from './find-mistakes.ts';
import { wrongFile } from './read-json-file.ts';
import type { TestCase, TestPlan } from './read-test-file.ts';
import { approverOf, readTestOrganization, type TestOrganization, writeOrganization } from './test-organization.ts';
import { unreadableParameter } from './unreadable-parameter.ts';

/** What was expected, and what came instead. */
interface Difference {
  /** The policy that said it; absent for the outcome of the request. */
  readonly policyName?: string;
  readonly expected: PolicyOutcome;
  /** Undefined if policies were not asked. */
  readonly actual: PolicyOutcome | undefined;
}

export interface CaseResult {
  readonly name: string;
  readonly ruling: Ruling;
  readonly differences: readonly Difference[];
}

/** Runs cases of a file on a database that is thrown away: it writes what the file describes. */
export async function* runTestPlan(
  database: Database,
  plan: TestPlan,
  cases: readonly TestCase[] = plan.cases,
): AsyncGenerator<CaseResult> {
  const macs = new RowMacs(createSecretKey(randomBytes(32)));
  const services = { macs, ...createPolicyCaches(), loop: new LoopTurns(), earn: undefined };
  const organizationId = await database.transaction((sql) => writeOrganization(sql, macs, plan.written));
  const organization = await database.query((sql) => readTestOrganization(sql, services, organizationId));
  for (const one of cases) {
    const ruling = await database.query((sql) =>
      ruleCase({ sql, services, organization: organization.row }, { plan, organization, one }),
    );
    yield { name: one.name, ruling, differences: differencesOf(one, ruling) };
  }
}

interface Situation {
  readonly plan: TestPlan;
  readonly organization: TestOrganization;
  readonly one: TestCase;
}

async function ruleCase(context: PolicyContext, { plan, organization, one }: Situation): Promise<Ruling> {
  const { by, approvedBy = [], execution, activity } = one;
  const path = ['cases', plan.cases.indexOf(one), 'activity'];
  const now = one.now === undefined ? new Date() : new Date(one.now);
  const approver = (voter: typeof by) => approverOf(organization, plan.written, voter, now);
  try {
    const member = await unreadableParameter(context, execution.subject, activity.parameters);
    if (member !== undefined) {
      const mistake = { path: [...path, 'parameters', member], message: 'cannot be read: the service would refuse it' };
      throw wrongFile(plan.path, [mistake]);
    }
    return await rule(context, {
      execution,
      organization: organization.row,
      policies: plan.policies,
      approvers: [approver(by), ...approvedBy.map(approver)],
      now,
    });
  } catch (error) {
    if (error instanceof ApiError) throw wrongFile(plan.path, violationsOf(error, [...path, 'parameters']));
    throw error;
  }
}

function differencesOf({ expect }: TestCase, { outcome, policies = [] }: Ruling): Difference[] {
  const expected = typeof expect === 'string' ? { outcome: expect } : expect;
  const ofPolicies = Object.entries(expected.policies ?? {}).map(([policyName, wanted]) => ({
    policyName,
    expected: wanted,
    actual: policies.find(({ policy }) => policy.name === policyName)?.outcome,
  }));
  const all: readonly Difference[] = [{ expected: expected.outcome, actual: outcome }, ...ofPolicies];
  return all.filter((one) => one.expected !== one.actual);
}
