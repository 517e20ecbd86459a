import { activityWithId, readPastActivities, readProxyUser } from '@mintmark/server/activities/dry-run/past-activities';
import { rule } from '@mintmark/server/activities/dry-run/ruling';
import { isUuid } from '@mintmark/server/core/model/ids';
import { printable } from '@mintmark/server/core/requests/printable';
import { activityHandler } from '@mintmark/server/operations/handlers';
import { decodeOutcomes, readEvaluations } from '@mintmark/server/policies/rows/policy-evaluation';
import { openStore } from '@mintmark/server/runtime/open-store';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { openOrganization } from '../policy-review/open-organization.ts';
import { paintOutcomes } from '../policy-review/paint-outcomes.ts';
import { readTestFile } from '../policy-review/read-test-file.ts';
import { rulingTree } from '../policy-review/ruling-tree.ts';
import { runTestPlan } from '../policy-review/run-test-plan.ts';
import { settingsOf } from '../settings-of.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Branch, treeLines } from '../terminal/tree-lines.ts';
import type { Command, Given } from './command.ts';

const usage = 'use mintmark policy explain FILE --case NAME, or mintmark policy explain --activity ID';

async function run({ options, words: [file, ...more], surroundings }: Given): Promise<number> {
  const { case: name, activity, organization } = options;
  if (more.length > 0) throw new SettingsError(`more than one file is given: ${usage}`);
  if (file === undefined) {
    if (name !== undefined) throw new SettingsError(`no file given for --case: ${usage}`);
    if (activity === undefined) throw new SettingsError(`nothing to explain: ${usage}`);
    const organizationId = organization && readId('--organization', organization);
    await explainActivity(readId('--activity', activity), organizationId, surroundings);
    return 0;
  }
  if (activity !== undefined || organization !== undefined)
    throw new SettingsError(`a file cannot be combined with --activity or --organization: ${usage}`);
  if (name === undefined) throw new SettingsError(`no case given: ${usage}`);
  await explainCase(file, name, surroundings);
  return 0;
}

function readId(option: string, text: string): string {
  if (!isUuid(text)) throw new SettingsError(`${option} must be an id, in the form of a UUID`);
  return text.toLowerCase();
}

async function explainCase(file: string, name: string, surroundings: Surroundings): Promise<void> {
  const plan = await readTestFile(file, activityHandler, surroundings.cwd);
  const one = plan.cases.find((candidate) => candidate.name === name);
  if (!one) {
    const names = plan.cases.map((candidate) => `\n  ${printable(candidate.name)}`).join('');
    throw new SettingsError(`${file} has no case with this name; it has:${names}`);
  }
  await using store = await openStore({ database: 'ephemeral' });
  for await (const { ruling } of runTestPlan(store.database, plan, [one])) print(rulingTree(ruling), surroundings);
}

async function explainActivity(
  id: string,
  organizationId: string | undefined,
  surroundings: Surroundings,
): Promise<void> {
  const settings = settingsOf(surroundings);
  await using store = await openStore({ ...settings, joins: true });
  const { database } = store;
  const { organization, services } = await openOrganization(database, settings, surroundings.env, organizationId);
  await database.query(async (sql) => {
    const context = { sql, services, organization };
    const row = await activityWithId(context, id);
    if (!row) throw new SettingsError(`the organization ${organization.id} has no activity ${id}`);
    const home = { organization, proxyUserId: await readProxyUser(context, organization) };
    const [past] = await readPastActivities(context, home, [row], activityHandler);
    surroundings.print(`${row.type} ${row.status}`);
    surroundings.print(
      `${row.createdAt.toISOString()}${past?.user ? `, by ${printable(past.user.name)} ${past.user.id}` : ''}`,
    );
    if (!past || typeof past.question === 'string')
      throw new SettingsError(`the activity cannot be explained: ${past?.question}`);
    const evaluated = (await readEvaluations(context, id)).at(-1);
    const then = new Map(
      evaluated && decodeOutcomes(evaluated.outcomes).map(({ policyId, outcome }) => [policyId, outcome]),
    );
    surroundings.print(
      'Policies, users, wallets and contract interfaces as they are now; approvals and time as they were.\n',
    );
    print(rulingTree(await rule(context, past.question), then), surroundings);
  });
}

function print(tree: Branch, surroundings: Surroundings): void {
  for (const line of treeLines(tree)) surroundings.print(paintOutcomes(line, surroundings.output));
}

export const policyExplain: Command = {
  help: `Usage: mintmark policy explain FILE --case NAME
       mintmark policy explain --activity ID [--organization ID]

Prints how one request is decided, as a tree: the outcome, the outcome of each policy, and the value of every part of its
expressions.

With FILE, the request is a case of a file for "mintmark policy test". It needs no service and no configuration.

With --activity, the request is a past activity of your organization. It is decided again by the policies, users, wallets and
contract interfaces as they are now, with its approvals and the time of the original decision. If a policy had another outcome then,
that outcome is shown. The service may keep running, and nothing is changed.

Options
  --case NAME           the name of the case in FILE
  --activity ID         the activity
  --organization ID     its organization (default: the top-level organization, if there is only one)

Environment, with --activity
  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_DATA_DIR           the directory of the embedded database (default: .mintmark)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one

Exits with 0, or with 2 if it cannot explain the request.`,
  run,
};
