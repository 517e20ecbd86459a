import { printable } from '@mintmark/server/core/requests/printable';
import { activityHandler } from '@mintmark/server/operations/handlers';
import { explainPolicy } from '@mintmark/server/policies/evaluation/explain-policy';
import { openStore } from '@mintmark/server/runtime/open-store';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { paintOutcomes } from '../policy-review/paint-outcomes.ts';
import { readTestFile, type TestPlan } from '../policy-review/read-test-file.ts';
import { type CaseResult, runTestPlan } from '../policy-review/run-test-plan.ts';
import { wrap } from '../terminal/tree-lines.ts';
import type { Command, Given } from './command.ts';

async function run({ words: files, surroundings: { print, cwd, output } }: Given): Promise<number> {
  if (files.length === 0) throw new SettingsError('no file given: use mintmark policy test FILE…');
  const plans: TestPlan[] = [];
  for (const file of files) plans.push(await readTestFile(file, activityHandler, cwd));
  await using store = await openStore({ database: 'ephemeral' });
  const counts = { passed: 0, failed: 0 };
  for (const plan of plans) {
    if (plans.length > 1) print(plan.path);
    for await (const result of runTestPlan(store.database, plan)) {
      for (const line of linesOf(result)) print(paintOutcomes(line, output));
      counts[result.differences.length === 0 ? 'passed' : 'failed'] += 1;
    }
  }
  print(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 ? 0 : 1;
}

function linesOf({ name, ruling, differences }: CaseResult): string[] {
  const { outcome, reason, policies = [] } = ruling;
  if (differences.length === 0) return [`ok      ${printable(name)}: ${outcome}`];
  const named = new Set(differences.map(({ policyName }) => policyName));
  // Policies that are not applicable say nothing about a request that another one decides.
  const matters = policies.filter(
    ({ policy, outcome: said }) => named.has(policy.name) || (named.has(undefined) && said !== 'OUTCOME_DENY_IMPLICIT'),
  );
  const shown = matters.length > 0 ? matters : policies;
  return [
    `not ok  ${printable(name)}`,
    ...differences.map(({ policyName, expected, actual = 'policies were not evaluated' }) => {
      const whose = policyName === undefined ? '' : ` of "${printable(policyName)}"`;
      return `        expected${whose} ${expected}, got ${actual}${policyName === undefined ? `: ${reason}` : ''}`;
    }),
    ...shown.slice(0, maxPolicies).flatMap((evaluated) => {
      const { expression, values } = explainPolicy(evaluated);
      const seen = values.map(({ name: what, value }) => `${what} = ${value}`).join(', ');
      const why = expression === '' ? 'it has no expressions' : `${expression}${seen === '' ? '' : `, with ${seen}`}`;
      return wrap(`${evaluated.outcome} "${evaluated.policy.name}": ${why}`, 88).map(
        (line, index) => `          ${index === 0 ? '' : '  '}${line}`,
      );
    }),
    ...(shown.length > maxPolicies ? [`          and ${shown.length - maxPolicies} more policies`] : []),
  ];
}

/** How many policies are shown with a case that failed. */
const maxPolicies = 5;

export const policyTest: Command = {
  help: `Usage: mintmark policy test FILE…

Runs the cases in JSON files: given these policies, users and keys, how is this request decided? It needs no service and no
configuration: it starts its own PostgreSQL, and removes it at the end. Nothing is signed, so the file has no secrets. Use the ids
of your organization to test its policies unchanged.

A file has these members. The JSON Schema policy-test.schema.json of this package describes all of them.

  policies      the policies, as create_policy takes them or as list_policies returns them
  users         [{ userId, userName?, email?, tags?, credentials? }]
  rootQuorum    { threshold, userIds }; without it, no user is a root user
  wallets       [{ walletId?, walletName, imported?, exported?, accounts: [{ address, addressFormat, publicKey? }] }]
  privateKeys   [{ privateKeyId?, privateKeyName, tags?, publicKey?, addresses: [{ address, addressFormat }] }]
  interfaces    [{ smartContractAddress, type, smartContractInterface }], the interface as JSON or as text
  cases         [{ name, by, approvedBy?, now?, activity: { type, parameters }, expect }]
                by and approvedBy name users; expect is an outcome, or { outcome, policies: { name: outcome } }

Example
  {
    "policies": [{ "policyName": "Wallets", "effect": "EFFECT_ALLOW", "condition": "activity.resource == 'WALLET'" }],
    "users": [{ "userId": "3f1a2c56-7d80-4e9b-a1c2-5d6e7f809a1b" }],
    "cases": [{
      "name": "anyone can create a wallet",
      "by": "3f1a2c56-7d80-4e9b-a1c2-5d6e7f809a1b",
      "activity": {
        "type": "ACTIVITY_TYPE_CREATE_WALLET",
        "parameters": { "walletName": "Savings", "accounts": [] }
      },
      "expect": "OUTCOME_ALLOW"
    }]
  }

Exits with 0 if every case has the expected outcome, with 1 if one does not, and with 2 if a file cannot be read or is not valid.`,
  run,
};
