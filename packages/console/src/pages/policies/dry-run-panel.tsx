import type { components } from '@mintmark/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../../data/failure.ts';
import { useFailure } from '../../data/use-failure.ts';
import { useQuery } from '../../data/use-query.ts';
import { DecisionTree } from '../../decision/decision-tree.tsx';
import { useSession } from '../../session/session-context.ts';
import { Choice, Field } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { titleOf } from '../../words/activity-words.ts';

type Schemas = components['schemas'];
type Source = 'activity' | 'request';

interface DryRunPanelProps {
  readonly proposal: Schemas['ProposedPolicy'];
  /** Whether the proposal is known to have mistakes. */
  readonly isWrong: boolean;
}

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium' });

/** Decides about a past activity or a pasted request as if the proposal were stored. */
export function DryRunPanel({ proposal, isWrong }: DryRunPanelProps) {
  const { client, shownOrganizationId } = useSession();
  const failureOf = useFailure();
  const [source, setSource] = useState<Source>('activity');
  const [chosen, setChosen] = useState('');
  const [request, setRequest] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [decision, setDecision] = useState<Schemas['DryRunActivityResponseBody']>();
  const past = useQuery(
    async (asked, signal) =>
      (await asked.listActivities({ paginationOptions: { limit: '50' } }, { signal })).activities,
    [shownOrganizationId],
  );
  const activityId = chosen || past.data?.[0]?.id;
  const question = {
    ...(source === 'request' ? { request } : { activityId: activityId ?? '' }),
    proposedPolicies: [proposal],
  };
  const running = useRef<AbortController | undefined>(undefined);
  const forget = () => {
    running.current?.abort();
    setBusy(false);
    setFailure(undefined);
    setDecision(undefined);
  };
  // A decision must not be read as one about a text that was changed since.
  useEffect(forget, [JSON.stringify(question)]);
  const run = async () => {
    forget();
    const aborting = new AbortController();
    const { signal } = aborting;
    running.current = aborting;
    setBusy(true);
    try {
      const decided = await client.dryRunActivity(question, { signal });
      if (!signal.aborted) setDecision(decided);
    } catch (error) {
      if (!signal.aborted) setFailure(failureOf(error));
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  const isReady = source === 'request' ? request.trim() !== '' : activityId !== undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Choice
        label="Decide about"
        value={source}
        options={[
          ['activity', 'a past activity'],
          ['request', 'a request that I paste'],
        ]}
        onChange={setSource}
      />
      {source === 'request' && (
        <Field
          label="Request"
          value={request}
          onInput={setRequest}
          rows={6}
          isCode
          hint="The body of a submission as JSON, with type, timestampMs, organizationId and parameters. You are the user who submits it."
        />
      )}
      {source === 'activity' && activityId !== undefined && (
        <Choice
          label="Past activity"
          value={activityId}
          options={(past.data ?? []).map(({ id, type, createdAt }) => [
            id,
            `${titleOf(type)}, ${format.format(new Date(createdAt))}`,
          ])}
          onChange={setChosen}
        />
      )}
      {source === 'activity' && past.data?.length === 0 && (
        <p class="hint">There is no past activity yet. Paste a request instead.</p>
      )}
      <FailureNotice failure={past.failure} onRetry={past.reload} />
      <div class="actions">
        <button type="submit" disabled={isBusy || isWrong || !isReady}>
          Dry run
        </button>
      </div>
      <FailureNotice failure={failure} />
      {decision && <DecisionTree of={decision} />}
    </form>
  );
}
