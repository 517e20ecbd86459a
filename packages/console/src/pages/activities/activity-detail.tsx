import { useState } from 'preact/hooks';
import { describeStatus } from '../../data/failure.ts';
import { useQuery } from '../../data/use-query.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
import { Time } from '../../ui/time.tsx';
import { UserName } from '../../ui/user-name.tsx';
import { titleOf } from '../../words/activity-words.ts';
import { type Activity, Status } from './activity-columns.tsx';
import { ActivityDecision } from './activity-decision.tsx';
import { parametersOf, resultOf, submissionOf } from './activity-facts.ts';
import { Described } from './described.tsx';
import { SeenValues } from './seen-values.tsx';
import { useActivityValues } from './use-activity-values.ts';
import { VoteForm } from './vote-form.tsx';
import { Votes } from './votes.tsx';

const everyMs = 3_000;
const finalStatuses = ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'];

/** One activity: who asked for what, what became of it, and why. It refreshes by itself until it is final. */
export function ActivityDetail({ id }: { readonly id: string }) {
  const { shownOrganizationId } = useSession();
  const [isFinal, setFinal] = useState(false);
  const asked = useQuery(
    async (client, signal) => {
      const { activity } = await client.getActivity({ activityId: id }, { signal });
      setFinal(finalStatuses.includes(activity.status));
      return activity;
    },
    [shownOrganizationId, id],
    isFinal ? {} : { everyMs },
  );
  const { data: activity, reload } = asked;
  return (
    <Page
      title={activity ? titleOf(activity.type) : 'Activity'}
      actions={<a href={linkTo(shownOrganizationId, 'activities')}>All activities</a>}
    >
      <QueryNotice of={asked} />
      {activity && <Detail activity={activity} onVoted={reload} />}
    </Page>
  );
}

interface DetailProps {
  readonly activity: Activity;
  readonly onVoted: () => void;
}

function Detail({ activity, onVoted }: DetailProps) {
  const { id, organizationId, status, type, fingerprint, createdAt, updatedAt, failure, votes } = activity;
  const submission = submissionOf(activity);
  const seen = useActivityValues(organizationId, fingerprint);
  return (
    <>
      {status === 'ACTIVITY_STATUS_FAILED' && <FailureNotice failure={describeStatus(failure)} />}
      <VoteForm activity={activity} seen={seen} onVoted={onVoted} />
      <Facts
        rows={[
          [
            'Submitted by',
            submission ? (
              <UserName id={submission.userId} formerName={submission.user.userName} />
            ) : (
              'Not known from votes: a denied request is not a vote. The audit log names the user.'
            ),
          ],
          ['Status', <Status key="status" of={status} />],
          ['Submitted', <Time key="asked" at={createdAt} />],
          ['Last changed', <Time key="changed" at={updatedAt} />],
          ['Activity', <Copyable key="id" value={id} label="activity id" />],
          ['Type', <code key="type">{type}</code>],
          ['Fingerprint', <Copyable key="fingerprint" value={fingerprint} label="fingerprint" isShort />],
        ]}
      />
      <SeenValues of={seen} />
      <Section title="Request">
        <Described value={parametersOf(activity)} label="The request as JSON" empty="The request has no parameters." />
      </Section>
      <ActivityDecision activity={activity} />
      <Section title="Votes">
        <Votes of={votes} submissionId={submission?.id} />
      </Section>
      {status === 'ACTIVITY_STATUS_COMPLETED' && (
        <Section title="Result">
          <Described value={resultOf(activity)} label="The result as JSON" empty="It has no further result." />
        </Section>
      )}
    </>
  );
}
