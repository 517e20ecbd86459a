import type { Client } from '@mintmark/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useSession } from '../session/session-context.ts';
import type { Failure } from './failure.ts';
import { useFailure } from './use-failure.ts';

export interface Pages<Item> {
  /** The pages that were loaded. A page keeps its identity, so that it is drawn once. */
  readonly pages: readonly (readonly Item[])[];
  readonly failure: Failure | undefined;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  /** Loads what could not be loaded. */
  readonly retry: () => void;
  /** Begins again with the first page. */
  readonly reload: () => void;
}

interface PagesOptions<Item> {
  /** Loads the page after a cursor; the first one without it. */
  readonly load: (client: Client, after: string | undefined, signal: AbortSignal) => Promise<readonly Item[]>;
  /** The cursor behind an item. */
  readonly cursorOf: (item: Item) => string;
}

/** A list of the service that is loaded page by page. Only an empty page is known to be the last one. */
export function usePages<Item>(options: PagesOptions<Item>, inputs: readonly unknown[]): Pages<Item> {
  const { client } = useSession();
  const failureOf = useFailure();
  const [state, setState] = useState<Omit<Pages<Item>, 'loadMore' | 'retry' | 'reload'>>(none);
  const [round, setRound] = useState(0);
  const latest = useRef(options);
  latest.current = options;
  const running = useRef<AbortController | undefined>(undefined);
  const tried = useRef<readonly (readonly Item[])[]>([]);
  const key = JSON.stringify(inputs);
  const shownFor = useRef(key);
  const reload = useCallback(() => setRound((before) => before + 1), []);

  const load = useCallback(
    async (pages: readonly (readonly Item[])[]) => {
      running.current?.abort();
      const aborting = new AbortController();
      running.current = aborting;
      tried.current = pages;
      setState((before) => ({ ...before, isLoading: true, failure: undefined }));
      try {
        const last = pages.at(-1)?.at(-1);
        const after = last === undefined ? undefined : latest.current.cursorOf(last);
        const page = await latest.current.load(client, after, aborting.signal);
        if (aborting.signal.aborted) return;
        const all = page.length === 0 ? pages : [...pages, page];
        setState({ pages: all, failure: undefined, isLoading: false, hasMore: page.length > 0 });
      } catch (error) {
        if (aborting.signal.aborted) return;
        const failure = failureOf(error);
        if (!failure) return;
        setState((before) => ({ ...before, failure, isLoading: false }));
      }
    },
    [client, failureOf],
  );

  useEffect(() => {
    // What was found for other inputs must not be read as an answer to these.
    if (shownFor.current !== key) setState(none);
    shownFor.current = key;
    void load([]);
    return () => running.current?.abort();
  }, [load, round, key]);

  const loadMore = useCallback(() => {
    if (!state.isLoading && state.hasMore) void load(state.pages);
  }, [load, state]);
  const retry = useCallback(() => void load(tried.current), [load]);
  return { ...state, loadMore, retry, reload };
}

const none = { pages: [], failure: undefined, isLoading: true, hasMore: false };
