import { useEffect } from 'preact/hooks';
import { useSubmit } from '../../data/use-submit.ts';
import { useSession } from '../../session/session-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { OutcomeNotice } from '../../ui/outcome-notice.tsx';
import type { Activity } from './activity-columns.tsx';

interface VoteFormProps {
  readonly activity: Activity;
  readonly onVoted: () => void;
}

/** Approves or rejects an activity with a stamp of the user. */
export function VoteForm({ activity, onVoted }: VoteFormProps) {
  const { canChange } = useSession();
  const vote = useSubmit<unknown>();
  const { fingerprint, canApprove, canReject, status } = activity;
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
  return (
    <>
      <OutcomeNotice of={vote} />
      {isWaiting && (canApprove || canReject) && canChange && (
        <Notice kind="warning">
          <p>
            {canApprove
              ? 'This waits for your vote. Your key stamps exactly this request: read it first.'
              : 'You have approved this. It waits for others, and you can still reject it.'}
          </p>
          <div class="actions">
            {canApprove && (
              <button type="button" class="main" disabled={!vote.canSubmit} onClick={() => cast('approve')}>
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
        <Notice kind="info">This waits for the votes of others. Yours would not count.</Notice>
      )}
    </>
  );
}
