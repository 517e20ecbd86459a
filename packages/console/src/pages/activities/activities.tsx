import { UserNames } from '../../data/user-names.tsx';
import { Page } from '../../ui/page.tsx';
import type { PageProps } from '../page-props.ts';
import { ActivityDetail } from './activity-detail.tsx';
import { ActivityList } from './activity-list.tsx';
import { OperatorKeyNotice } from './operator-key-notice.tsx';
import { WaitingActivities } from './waiting-activities.tsx';

/** What waits for the user's vote, and all activities; or one activity. */
export function Activities({ id, query }: PageProps) {
  return (
    <UserNames>
      {id === undefined ? (
        <Page title="Activities">
          <OperatorKeyNotice />
          <WaitingActivities />
          <ActivityList query={query} />
        </Page>
      ) : (
        <ActivityDetail id={id} />
      )}
    </UserNames>
  );
}
