import type { components } from '@mintmark/client';
import { usePages } from '../../data/use-pages.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { type Column, PagedList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { statusWords, titleOf } from '../../words/activity-words.ts';

type Activity = components['schemas']['Activity'];

const columns: readonly Column<Activity>[] = [
  {
    title: 'What',
    cell: ({ organizationId, id, type }) => <a href={linkTo(organizationId, 'activities', id)}>{titleOf(type)}</a>,
  },
  { title: 'Status', cell: ({ status }) => statusWords[status] ?? status },
  { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const limit = '100';

/** The activities of the organization, newest first. */
export function Activities() {
  const { shownOrganizationId } = useSession();
  const activities = usePages<Activity>(
    {
      load: async (client, after, signal) => {
        const paginationOptions = { limit, ...(after !== undefined && { after }) };
        return (await client.listActivities({ paginationOptions }, { signal })).activities;
      },
      cursorOf: ({ id }) => id,
    },
    [shownOrganizationId],
  );
  return (
    <Page title="Activities">
      <PagedList
        of={activities}
        label="Activities"
        columns={columns}
        keyOf={({ id }) => id}
        empty="Nothing has happened yet. Create a user or a wallet to begin."
      />
    </Page>
  );
}
