import type { Client } from '@mintmark/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useSession } from '../session/session-context.ts';
import type { Failure } from './failure.ts';
import { useFailure } from './use-failure.ts';

export interface Query<Data> {
  /** The last answer. It stays while a newer one is loaded, and when that fails. */
  readonly data: Data | undefined;
  readonly failure: Failure | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface QueryOptions {
  /** Asks again after each such pause, as long as the page is visible. */
  readonly everyMs?: number;
  /** Asks nothing while this is false. */
  readonly isWanted?: boolean;
}

type Load<Data> = (client: Client, signal: AbortSignal) => Promise<Data>;

/** Asks the service; asks again when the inputs, the organization or the session change. */
export function useQuery<Data>(load: Load<Data>, inputs: readonly unknown[], options: QueryOptions = {}): Query<Data> {
  const { everyMs, isWanted = true } = options;
  const { client } = useSession();
  const failureOf = useFailure();
  const [state, setState] = useState<Omit<Query<Data>, 'reload'>>(empty);
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const key = JSON.stringify(inputs);
  const shownFor = useRef(key);
  const reload = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => {
    if (!isWanted) return setState(empty);
    const aborting = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isOther = shownFor.current !== key;
    shownFor.current = key;
    setState((before) => (isOther ? empty : { ...before, isLoading: true }));
    const ask = async () => {
      try {
        const data = await latest.current(client, aborting.signal);
        if (aborting.signal.aborted) return;
        setState({ data, failure: undefined, isLoading: false });
      } catch (error) {
        if (aborting.signal.aborted) return;
        const failure = failureOf(error);
        if (!failure) return;
        setState((before) => ({ ...before, failure, isLoading: false }));
      }
      if (everyMs !== undefined) timer = setTimeout(askWhenVisible, everyMs);
    };
    const askWhenVisible = () => {
      if (document.visibilityState === 'visible') void ask();
      else document.addEventListener('visibilitychange', ask, { once: true, signal: aborting.signal });
    };
    void ask();
    return () => {
      aborting.abort();
      clearTimeout(timer);
    };
  }, [client, key, round, everyMs, isWanted]);

  return { ...state, reload };
}

const empty = { data: undefined, failure: undefined, isLoading: true };
