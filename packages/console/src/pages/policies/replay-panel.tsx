import { ApiError, type Client, type components } from '@mintmark/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { describeFailure, type Failure } from '../../data/failure.ts';
import { useFailure } from '../../data/use-failure.ts';
import { useSession } from '../../session/session-context.ts';
import { Choice } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { type Answer, type Replay, runReplay } from './replay.ts';
import { ReplayResult } from './replay-result.tsx';

type Schemas = components['schemas'];
type Activity = Schemas['Activity'];

/** Changes to the policies that are not stored. */
type Change = Pick<Schemas['DryRunActivityRequest'], 'proposedPolicies' | 'withoutPolicyIds'>;

interface ReplayPanelProps {
  readonly change: Change;
  readonly action: string;
  /** Whether the change is known to have mistakes. */
  readonly isWrong?: boolean;
}

const counts = ['20', '50', '100'] as const;
const atOnce = 3;

/** Decides about the last activities again, without and with a change of the policies, and shows what differs. */
export function ReplayPanel({ change, action, isWrong = false }: ReplayPanelProps) {
  const { client } = useSession();
  const failureOf = useFailure();
  const [count, setCount] = useState<(typeof counts)[number]>('20');
  const [replay, setReplay] = useState<Replay<Activity>>();
  const [failure, setFailure] = useState<Failure>();
  const [state, setState] = useState<'idle' | 'busy' | 'cancelled'>('idle');
  const running = useRef<AbortController | undefined>(undefined);
  // A result must not be read as one about a text that was changed since.
  const about = JSON.stringify(change);
  useEffect(() => {
    setReplay(undefined);
    setFailure(undefined);
    setState('idle');
    return () => running.current?.abort();
  }, [about]);

  const run = async () => {
    const aborting = new AbortController();
    running.current = aborting;
    const { signal } = aborting;
    setState('busy');
    setFailure(undefined);
    setReplay(undefined);
    try {
      const items = await lastActivities(client, Number(count), signal);
      await runReplay({
        ...{ items, atOnce, signal },
        ask: (item, isProposed) => ask(client, { activityId: item.id, ...(isProposed && change) }, signal),
        onProgress: (found) => !signal.aborted && setReplay(found),
      });
      if (!signal.aborted) setState('idle');
    } catch (error) {
      if (signal.aborted) return;
      setState('idle');
      setFailure(failureOf(error));
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState('cancelled');
  };
  const isBusy = state === 'busy';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <div class="row">
        <Choice
          label="How many of the last activities"
          value={count}
          options={counts.map((each) => [each, each])}
          onChange={setCount}
        />
        <button type="submit" disabled={isBusy || isWrong}>
          {action}
        </button>
        {isBusy && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
      </div>
      {isBusy && <progress aria-label="Activities decided again" max={replay?.total || 1} value={replay?.done ?? 0} />}
      <FailureNotice failure={failure} />
      {replay && <ReplayResult of={replay} isBusy={isBusy} isCancelled={state === 'cancelled'} />}
    </form>
  );
}

async function lastActivities(client: Client, count: number, signal: AbortSignal): Promise<Activity[]> {
  const found: Activity[] = [];
  for await (const activity of client.listActivities({ paginationOptions: { limit: String(count) } }, { signal })) {
    found.push(activity);
    if (found.length >= count) break;
  }
  return found;
}

type Question = Omit<Schemas['DryRunActivityRequest'], 'organizationId'>;

async function ask(client: Client, question: Question, signal: AbortSignal): Promise<Answer> {
  try {
    return await client.dryRunActivity(question, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ACTIVITY_NOT_DECIDABLE')
      return { problem: describeFailure(error).message };
    throw error;
  }
}
