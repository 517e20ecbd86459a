import type { Query } from '../data/use-query.ts';
import { FailureNotice } from './notice.tsx';

interface QueryNoticeProps {
  readonly of: Query<unknown>;
}

/** Says that an answer is on its way, or why there is none. */
export const QueryNotice = ({ of: { data, failure, isLoading, reload } }: QueryNoticeProps) => (
  <>
    <FailureNotice failure={failure} onRetry={reload} />
    {data === undefined && isLoading && <p role="status">Loading…</p>}
  </>
);
