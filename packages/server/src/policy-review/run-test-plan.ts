import { createSecretKey, randomBytes } from 'node:crypto';
import { RowMacs } from '../authority/row-macs.ts';
import { createPolicyCaches } from '../policies/policy-caches.ts';
import type { PolicyOutcome } from '../policies/evaluate-policies.ts';
import type { Database, Sql } from '../store/database.ts';
import { wrongFile } from './read-json-file.ts';
import type { TestCase, TestPlan } from './read-test-file.ts';
import { type Ruling, rule } from './ruling.ts';
import { approverOf, readTestOrganization, type TestOrganization, writeOrganization } from './test-organization.ts';

/** What was expected of a case, and what it got instead. */
interface Difference {
  /** The policy, or undefined for the outcome of the request. */
  readonly policyName?: string;
  readonly expected: PolicyOutcome;
  readonly actual: PolicyOutcome;
}

export interface CaseResult {
  readonly name: string;
  readonly ruling: Ruling;
  readonly differences: readonly Difference[];
}

/** Runs cases of a file in an empty database, which keeps what the file describes. */
export async function* runTestPlan(
  database: Database,
  plan: TestPlan,
  cases: readonly TestCase[] = plan.cases,
): AsyncGenerator<CaseResult> {
  const macs = new RowMacs(createSecretKey(randomBytes(32)));
  const services = { macs, ...createPolicyCaches() };
  const organizationId = await database.transaction((sql) => writeOrganization(sql, macs, plan.written));
  const organization = await database.query((sql) => readTestOrganization(sql, services, organizationId));
  for (const one of cases) {
    const ruling = await database.query((sql) => ruleCase({ sql, services, organization: organization.row }, plan, organization, one));
    yield { name: one.name, ruling, differences: differencesOf(one, ruling) };
  }
}
