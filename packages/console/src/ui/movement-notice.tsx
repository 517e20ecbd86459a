import type { Movement } from '../data/use-movement.ts';
import { linkTo } from '../router.ts';
import { useSession } from '../session/session-context.ts';
import { Copyable } from './copyable.tsx';
import { FailureNotice, Notice } from './notice.tsx';

type Shown = Pick<Movement<unknown>, 'failure' | 'activityId' | 'isUnfinished'>;

/** Says why an export or import stopped, and how it goes on. */
export function MovementNotice({ of: { failure, activityId, isUnfinished } }: { readonly of: Shown }) {
  const { shownOrganizationId } = useSession();
  if (failure?.code !== 'ACTIVITY_CONSENSUS_NEEDED') return <FailureNotice failure={failure} />;
  return (
    <Notice kind="warning">
      {isUnfinished ? (
        <>
          <p>This needs the votes of others. Keep this dialog open, and press the button again when they have voted.</p>
          {/* A link would close the dialog, and with it the key that opens the bundle. */}
          {activityId && <Copyable value={activityId} label="activity id" />}
        </>
      ) : (
        <>
          This needs the votes of others.{' '}
          {activityId && <a href={linkTo(shownOrganizationId, 'activities', activityId)}>Open the activity</a>}
        </>
      )}
    </Notice>
  );
}
