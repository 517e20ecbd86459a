import { isUuid } from '@mintmark/server/core/model/ids';
import { printable } from '@mintmark/server/core/requests/printable';
import { activityHandler } from '@mintmark/server/operations/handlers';
import { openStore } from '@mintmark/server/runtime/open-store';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { openOrganization } from '../policy-review/open-organization.ts';
import { paintOutcomes } from '../policy-review/paint-outcomes.ts';
import { readProposedPolicies } from '../policy-review/read-proposed-policies.ts';
import { type Replayed, replay } from '../policy-review/replay.ts';
import { settingsOf } from '../settings-of.ts';
import { createProgressLine } from '../terminal/progress-line.ts';
import type { Command, Given } from './command.ts';

async function run({ options, flags, surroundings }: Given): Promise<number> {
  const { print, env, cwd, output, screen } = surroundings;
  const { policies: file, organization: organizationId, since: text = '7d' } = options;
  if (file === undefined) throw new SettingsError('no policies given: use --policies FILE');
  if (organizationId !== undefined && !isUuid(organizationId))
    throw new SettingsError('--organization must be an id, in the form of a UUID');
  const since = readSince(text, new Date());
  const proposed = await readProposedPolicies(file, cwd);
  const settings = settingsOf(surroundings);
  await using store = await openStore({ ...settings, joins: true });
  const { database } = store;
  const opened = await openOrganization(database, settings, env, organizationId?.toLowerCase());
  const { id, name } = opened.organization;
  print(`organization ${id} "${printable(name)}", activities since ${since.toISOString()}`);
  print('Users, wallets and contract interfaces are taken as they are now.\n');
  const counts = { activities: 0, changes: 0, problems: 0 };
  using progress = createProgressLine(screen);
  for await (const replayed of replay({ database, ...opened, findHandler: activityHandler, proposed, since })) {
    counts.activities += 1;
    if ('problem' in replayed) counts.problems += 1;
    else if (isChanged(replayed)) counts.changes += 1;
    if (flags.has('all') || 'problem' in replayed || isChanged(replayed)) {
      progress.clear();
      for (const line of linesOf(replayed)) print(paintOutcomes(line, output));
    }
    progress.show(`${counts.activities} activities …`);
  }
  progress.clear();
  const { activities, changes, problems } = counts;
  print(
    `${activities} activities: ${changes} would change, ${activities - changes - problems} would not, ${problems} cannot be compared`,
  );
  return flags.has('exit-code') && changes > 0 ? 1 : 0;
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readSince(text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (unit !== undefined) return new Date(now.getTime() - Number(count) * units[unit as keyof typeof units]);
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isTime)
    throw new SettingsError(
      '--since must be a duration such as 90m, 12h or 7d, or a time such as 2027-01-04T09:30:00Z',
    );
  return new Date(text);
}

type Compared = Exclude<Replayed, { readonly problem: string }>;

const isChanged = ({ present, proposed }: Compared): boolean => present.outcome !== proposed.outcome;

function linesOf(replayed: Replayed): string[] {
  const { row, user } = replayed;
  const who = user ? `by ${printable(user.name)} ${user.id}` : '';
  const head = [`${row.createdAt.toISOString()}  ${row.id}  ${row.type}`, ...(who ? [`  ${who}`] : [])];
  if ('problem' in replayed) return [...head, `  cannot be compared: ${printable(replayed.problem)}`, ''];
  const { present, proposed } = replayed;
  const change = isChanged(replayed) ? `${present.outcome} → ${proposed.outcome}` : `${present.outcome}, as before`;
  return [
    ...head,
    `  ${change}`,
    `  present: ${printable(present.reason)}`,
    `  proposed: ${printable(proposed.reason)}`,
    '',
  ];
}

export const policyReplay: Command = {
  help: `Usage: mintmark policy replay --policies FILE [--organization ID] [--since 7d] [--all] [--exit-code]

Decides past activities again, by the policies of the organization and by those in FILE, and lists what would change: the time, the id
and the type of the activity, the user who submitted it, both outcomes, and which policies decide. Nothing is changed, and the service
may keep running.

FILE is a JSON object with a list of policies as its member "policies": a response of list_policies, or a file for "mintmark policy
test". Users, wallets, private keys and contract interfaces are taken as they are now, even if they were different then. Approvals
are those that the activity had, except for those of users who were deleted; the time is that of the decision. Activities that users
of the parent submitted in a sub-organization are decided by the policies of the parent, and cannot be compared. A denied activity
is decided without credentials, since only the audit log has them.

Options
  --policies FILE       the policies to compare with
  --organization ID     the organization (default: the top-level organization, if there is only one)
  --since TIME          how far to go back: a duration such as 90m, 12h or 7d, or a time such as 2027-01-04T09:30:00Z (default: 7d)
  --all                 also lists the activities whose outcome stays the same
  --exit-code           exits with 1 if an outcome would change

Environment
  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_DATA_DIR           the directory of the embedded database (default: .mintmark)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one

Exits with 0, or with 2 if it cannot compare anything.`,
  run,
};
