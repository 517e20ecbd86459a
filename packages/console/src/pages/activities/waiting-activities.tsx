import { useQuery } from '../../data/use-query.ts';
import { useSession } from '../../session/session-context.ts';
import { WholeList } from '../../ui/list.tsx';
import { Section } from '../../ui/page.tsx';
import { type Activity, activityColumns } from './activity-columns.tsx';

const everyMs = 5_000;
const maxShown = 100;
/** Of those that wait, many may wait for others. */
const maxRead = 500;

/** What waits for the vote of the user. */
export function WaitingActivities() {
  const { shownOrganizationId, canChange } = useSession();
  const waiting = useQuery(
    async (client, signal) => {
      const found: Activity[] = [];
      let read = 0;
      const query = {
        filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED' as const],
        paginationOptions: { limit: '100' },
      };
      for await (const activity of client.listActivities(query, { signal })) {
        read += 1;
        if (activity.canApprove) found.push(activity);
        if (found.length >= maxShown || read >= maxRead) break;
      }
      return { found, isCut: found.length >= maxShown || read >= maxRead };
    },
    [shownOrganizationId],
    { everyMs, isWanted: canChange },
  );
  if (!canChange) return null;
  return (
    <Section title="Waiting for your vote">
      <WholeList
        of={{ ...waiting, data: waiting.data?.found }}
        label="Waiting for your vote"
        columns={activityColumns}
        keyOf={({ id }) => id}
        empty="Nothing is waiting for your vote. Requests of others appear here automatically."
      />
      {waiting.data?.isCut && (
        <p class="hint">Not every activity that needs votes was checked. More may appear here as votes come in.</p>
      )}
    </Section>
  );
}
