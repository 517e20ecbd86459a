import { printable } from '@mintmark/server/core/requests/printable';
import type { Activity } from './activity.ts';
import { shellWord } from './shell-word.ts';

/** The options of a call that a command about its activity needs as well. */
export interface GivenOptions {
  readonly key?: string | undefined;
  readonly url?: string | undefined;
  readonly organization?: string | undefined;
  readonly isOfParent: boolean;
}

/** What to do about an activity that is not completed. */
export function nextSteps(activity: Activity, given: GivenOptions): string {
  const { id, status, fingerprint, needsApprovals } = activity;
  const state = needsApprovals ? 'not completed: it waits for approvals' : 'not completed yet';
  const approval = commandLine('approve_activity', `fingerprint=${fingerprint}`, [...placeOf(given), '--key FILE']);
  return [
    printable(`the activity ${id} is ${state} (${status})`),
    ...(needsApprovals ? ['  to approve it, another user runs', `    ${approval}`] : []),
    statusStep(activity, given),
  ].join('\n');
}

/** How to look at an activity again. */
export function statusStep({ id }: Pick<Activity, 'id'>, given: GivenOptions): string {
  const options = [
    ...placeOf(given),
    ...(given.isOfParent ? ['--as-parent'] : []),
    ...(given.key === undefined ? [] : [`--key ${shellWord(given.key)}`]),
  ];
  return `  to check its status, run\n    ${commandLine('get_activity', `activityId=${id}`, options)}`;
}

const placeOf = ({ url, organization }: GivenOptions): string[] => [
  ...(organization === undefined ? [] : [`--organization ${shellWord(organization)}`]),
  ...(url === undefined ? [] : [`--url ${shellWord(url)}`]),
];

/** A command that a user can copy. The field is from the service. */
const commandLine = (operation: string, field: string, options: readonly string[]): string =>
  [`mintmark call ${operation}`, shellWord(printable(field)), ...options].join(' ');
