import { describeStatus } from '../data/failure.ts';
import type { Submit } from '../data/use-submit.ts';
import { linkTo } from '../router.ts';
import { useSession } from '../session/session-context.ts';
import { FailureNotice, Notice } from './notice.tsx';

interface OutcomeNoticeProps {
  readonly of: Pick<Submit<unknown>, 'submission' | 'repeat'>;
  /** What to say of a completed activity; nothing by default. */
  readonly completed?: string;
}

/** Says what became of a submission, with a way to the activity if it needs votes or failed. */
export function OutcomeNotice({ of: { submission, repeat }, completed }: OutcomeNoticeProps) {
  const { shownOrganizationId } = useSession();
  if (submission.state === 'failed') return <FailureNotice failure={submission.failure} onRetry={repeat} />;
  if (submission.state !== 'done') return null;
  const { outcome } = submission;
  const link = <a href={linkTo(shownOrganizationId, 'activities', outcome.activity.id)}>Open the activity</a>;
  switch (outcome.status) {
    case 'completed':
      return completed ? <Notice kind="good">{completed}</Notice> : null;
    case 'consensusNeeded':
      return <Notice kind="warning">This needs the votes of others before it happens. {link}</Notice>;
    case 'pending':
      return <Notice kind="info">This is still running. {link}</Notice>;
    case 'rejected':
      return <Notice kind="warning">This was rejected; nothing was changed. {link}</Notice>;
    case 'failed':
      return <FailureNotice failure={describeStatus(outcome.failure)} />;
  }
}
