import type { components } from '@mintmark/client';
import { useUserNames } from '../../data/user-names.tsx';
import { linkTo } from '../../router.ts';
import type { Column } from '../../ui/list.tsx';
import { Time } from '../../ui/time.tsx';
import { statusWords, titleOf } from '../../words/activity-words.ts';
import { submissionOf } from './activity-facts.ts';

export type Activity = components['schemas']['Activity'];

/** Who asked for an activity, by name if there is one. */
function Submitter({ of: activity }: { readonly of: Activity }) {
  const names = useUserNames();
  const submission = submissionOf(activity);
  return <>{submission ? (names.get(submission.userId) ?? submission.user.userName) : '–'}</>;
}

const statusKinds: Readonly<Record<string, string>> = {
  ACTIVITY_STATUS_COMPLETED: 'good',
  ACTIVITY_STATUS_FAILED: 'bad',
  ACTIVITY_STATUS_REJECTED: 'bad',
  ACTIVITY_STATUS_CONSENSUS_NEEDED: 'warning',
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: 'warning',
};

export const Status = ({ of: status }: { readonly of: Activity['status'] }) => (
  <span class={`tag ${statusKinds[status] ?? ''}`}>{statusWords[status] ?? status}</span>
);

export const activityColumns: readonly Column<Activity>[] = [
  {
    title: 'What',
    cell: ({ organizationId, id, type }) => <a href={linkTo(organizationId, 'activities', id)}>{titleOf(type)}</a>,
  },
  { title: 'Submitted by', cell: (activity) => <Submitter of={activity} /> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
];
