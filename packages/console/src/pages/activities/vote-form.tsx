import { useEffect } from 'preact/hooks';
import { useSubmit } from '../../data/use-submit.ts';
import { useSession } from '../../session/session-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { OutcomeNotice } from '../../ui/outcome-notice.tsx';
import type { Activity } from './activity-columns.tsx';
import { isUndecoded } from './transaction-facts.ts';
import type { ActivityValues } from './use-activity-values.ts';

interface VoteFormProps {
  readonly activity: Activity;
  /** What the activity would do. Nobody approves what is not shown. */
  readonly seen: ActivityValues;
  readonly onVoted: () => void;
}

/** Approves or rejects an activity with a stamp of the user. */
export function VoteForm({ activity, seen, onVoted }: VoteFormProps) {
  const { canChange } = useSession();
  const vote = useSubmit<unknown>();
  const { type, fingerprint, canApprove, canReject, status } = activity;
  const cast = (selection: 'approve' | 'reject') =>
    void vote.submit((client) =>
      selection === 'approve' ? client.approveActivity({ fingerprint }) : client.rejectActivity({ fingerprint }),
    );
  useEffect(() => {
    if (vote.submission.state !== 'done') return;
    // Another vote may follow: who approved can still reject.
    vote.clear();
    onVoted();
  }, [vote.submission]);
  const isWaiting = status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
  const isShown = seen.isComplete && !isUndecoded(type, seen.values);
  return (
    <>
      <OutcomeNotice of={vote} />
      {isWaiting && (canApprove || canReject) && canChange && (
        <Notice kind="warning">
          <p>
            {canApprove
              ? 'This is waiting for your vote. Your key stamps exactly this request: read it first.'
              : 'You have approved this. It is waiting for others, and you can still reject it.'}
          </p>
          {canApprove && <Unseen seen={seen} isShown={isShown} />}
          <div class="actions">
            {canApprove && (
              <button type="button" class="main" disabled={!vote.canSubmit || !isShown} onClick={() => cast('approve')}>
                Approve
              </button>
            )}
            {canReject && (
              <button type="button" class="danger" disabled={!vote.canSubmit} onClick={() => cast('reject')}>
                Reject
              </button>
            )}
          </div>
        </Notice>
      )}
      {isWaiting && !canApprove && !canReject && (
        <Notice kind="info">This is waiting for the votes of others. Yours would not count.</Notice>
      )}
    </>
  );
}

/** Says why an activity cannot be approved yet. */
function Unseen({ seen, isShown }: { readonly seen: ActivityValues; readonly isShown: boolean }) {
  const { values, total, isComplete, failure } = seen;
  if (isShown) return null;
  if (failure) return <p>You cannot approve this yet: not everything that it would do could be loaded. See below.</p>;
  if (isComplete)
    return (
      <p>You cannot approve this: the service cannot decode the transaction, so nobody can see what it would do.</p>
    );
  return (
    <>
      <p>
        You can approve this once everything that it would do is loaded: {values.length} of {total ?? '…'} values.
      </p>
      <progress aria-label="Values loaded" max={total || 1} value={values.length} />
    </>
  );
}
