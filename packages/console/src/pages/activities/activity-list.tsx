import words from 'contract:words';
import type { components } from '@mintmark/client';
import { useEffect } from 'preact/hooks';
import { usePages } from '../../data/use-pages.ts';
import { useQuery } from '../../data/use-query.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Choice } from '../../ui/field.tsx';
import { PagedList } from '../../ui/list.tsx';
import { Section } from '../../ui/page.tsx';
import { statusWords } from '../../words/activity-words.ts';
import { type Activity, activityColumns } from './activity-columns.tsx';
import { typesOf } from './activity-facts.ts';

type Status = components['schemas']['ActivityStatus'];

const limit = '50';
const everyMs = 5_000;

const statuses = Object.entries(statusWords) as [Status, string][];
const operations = Object.entries(words.operations)
  .filter(([name]) => name !== 'approve_activity' && name !== 'reject_activity')
  .sort(([, one], [, other]) => one.localeCompare(other));

/** All activities, newest first. The address holds the filters, so that they survive the way to an activity and back. */
export function ActivityList({ query }: { readonly query: URLSearchParams }) {
  const { shownOrganizationId, canChange } = useSession();
  const status = statuses.find(([one]) => one === query.get('status'))?.[0];
  const operation = operations.find(([one]) => one === query.get('type'))?.[0];
  const filters = {
    ...(status && { filterByStatus: [status] }),
    ...(operation !== undefined && { filterByType: [...typesOf(operation)] }),
  };
  const inputs = [shownOrganizationId, status, operation];
  const activities = usePages<Activity>(
    {
      load: async (client, after, signal) => {
        const paginationOptions = { limit, ...(after !== undefined && { after }) };
        return (await client.listActivities({ ...filters, paginationOptions }, { signal })).activities;
      },
      cursorOf: ({ id }) => id,
    },
    inputs,
  );
  const newest = useQuery(
    async (client, signal) =>
      (await client.listActivities({ ...filters, paginationOptions: { limit } }, { signal })).activities,
    inputs,
    { everyMs },
  );
  const { pages, isLoading, reload } = activities;
  const isOld = !isLoading && newest.data !== undefined && stateOf(newest.data) !== stateOf(pages[0] ?? []);
  // Somebody who has scrolled on must not lose the place.
  const isAtStart = pages.length <= 1;
  // Once for each answer: the list may be newer than the answer that it is compared with.
  useEffect(() => {
    if (isOld && isAtStart) reload();
  }, [newest.data]);

  const show = (chosen: { readonly status: string; readonly type: string }) =>
    go(linkTo(shownOrganizationId, 'activities', undefined, chosen), { replace: true });
  return (
    <Section title="All activities">
      <div class="row filters">
        <Choice
          label="Status"
          value={status ?? ''}
          options={[['', 'Any status'], ...statuses]}
          onChange={(chosen) => show({ status: chosen, type: operation ?? '' })}
        />
        <Choice
          label="Type"
          value={operation ?? ''}
          options={[['', 'Any type'], ...operations]}
          onChange={(chosen) => show({ status: status ?? '', type: chosen })}
        />
      </div>
      {isOld && !isAtStart && (
        <p class="notice info" role="status">
          There are newer activities.{' '}
          <button type="button" onClick={reload}>
            Show them
          </button>
        </p>
      )}
      <PagedList
        of={activities}
        label="Activities"
        columns={activityColumns}
        keyOf={({ id }) => id}
        empty={
          status || operation
            ? 'No activity matches. Choose any status and any type to see all.'
            : `Nothing has happened yet.${canChange ? ' Create a user or a wallet to begin.' : ''}`
        }
      />
    </Section>
  );
}

/** Tells whether a page has changed. */
const stateOf = (activities: readonly Activity[]): string =>
  activities.map(({ id, status, updatedAt }) => `${id} ${status} ${updatedAt}`).join();
