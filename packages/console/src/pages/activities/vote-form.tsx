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
  const isBusy = vote.submission.state === 'busy';
  const cast = async (selection: 'approve' | 'reject') => {
    const outcome = await vote.submit((client) =>
      selection === 'approve' ? client.approveActivity({ fingerprint }) : client.rejectActivity({ fingerprint }),
    );
    if (outcome) onVoted();
  };
  const isWaiting = status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
  return (
    <>
      {vote.submission.state === 'failed' && <OutcomeNotice of={vote} />}
      {isWaiting && (canApprove || canReject) && canChange && (
        <Notice kind="warning">
          <p>
            {canApprove
              ? 'This waits for your vote. Your key stamps exactly this request: read it first.'
              : 'You have approved this. It waits for others, and you can still reject it.'}
          </p>
          <div class="actions">
            {canApprove && (
              <button type="button" class="main" disabled={isBusy} onClick={() => cast('approve')}>
                Approve
              </button>
            )}
            {canReject && (
              <button type="button" class="danger" disabled={isBusy} onClick={() => cast('reject')}>
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
