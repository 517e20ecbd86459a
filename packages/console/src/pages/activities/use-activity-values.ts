import type { components } from '@mintmark/client';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Failure } from '../../data/failure.ts';
import { useFailure } from '../../data/use-failure.ts';
import { useSession } from '../../session/session-context.ts';

type ActivityValue = components['schemas']['ActivityValue'];

/** What an activity would do, as far as it was loaded. */
export interface ActivityValues {
  readonly values: readonly ActivityValue[];
  /** How many there are, once that is known. */
  readonly total: number | undefined;
  /** Whether every value was loaded. */
  readonly isComplete: boolean;
  readonly failure: Failure | undefined;
  /** Begins again with the first value. */
  readonly reload: () => void;
}

const limit = '100';
const none = { values: [], total: undefined, isComplete: false, failure: undefined };

/** Loads all values of an activity, page by page. */
export function useActivityValues(organizationId: string, fingerprint: string): ActivityValues {
  const { client } = useSession();
  const failureOf = useFailure();
  const [state, setState] = useState<Omit<ActivityValues, 'reload'>>(none);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => {
    const aborting = new AbortController();
    const { signal } = aborting;
    setState(none);
    const load = async () => {
      const values: ActivityValue[] = [];
      for (let after: string | undefined; ; ) {
        const paginationOptions = { limit, ...(after !== undefined && { after }) };
        const page = await client.listActivityValues({ fingerprint, paginationOptions }, { signal });
        if (signal.aborted) return;
        values.push(...page.values);
        const { hasNextPage, endCursor } = page.pageInfo;
        const isLast = hasNextPage !== true;
        if (isLast && values.length !== page.totalValues)
          throw new Error(`${values.length} of ${page.totalValues} values could be loaded.`);
        setState({ values: [...values], total: page.totalValues, isComplete: isLast, failure: undefined });
        if (isLast) return;
        if (page.values.length === 0 || endCursor === undefined) throw new Error('A page of the values is empty.');
        after = endCursor;
      }
    };
    load().catch((error) => {
      if (signal.aborted) return;
      const failure = failureOf(error);
      if (failure) setState((before) => ({ ...before, isComplete: false, failure }));
    });
    return () => aborting.abort();
  }, [client, failureOf, organizationId, fingerprint, round]);

  return { ...state, reload };
}
