import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { pages } from './pages/index.ts';
import type { PageProps } from './pages/page-props.ts';
import { linkTo, type Place } from './router.ts';
import { useSession } from './session/session-context.ts';
import { Notice } from './ui/notice.tsx';
import { Page } from './ui/page.tsx';

interface Loaded {
  readonly name: string;
  readonly View?: ComponentType<PageProps>;
}

/** The page of a place. Its code is loaded when it is first opened. */
export function Content({ place }: { readonly place: Place }) {
  const { shownOrganizationId } = useSession();
  const [loaded, setLoaded] = useState<Loaded>();
  const [round, setRound] = useState(0);
  const name = place.page || 'activities';
  const entry = pages.find((page) => page.name === name);

  useEffect(() => {
    let isWanted = true;
    entry?.load().then(
      (View) => isWanted && setLoaded({ name, View }),
      () => isWanted && setLoaded({ name }),
    );
    return () => {
      isWanted = false;
    };
  }, [entry, name, round]);

  if (!entry)
    return (
      <Page title="No such page">
        <p>
          <a href={linkTo(shownOrganizationId, 'activities')}>Go to the activities</a>
        </p>
      </Page>
    );
  if (loaded?.name !== name) return <p role="status">Loading…</p>;
  if (!loaded.View)
    return (
      <Page title={entry.title ?? 'Page'}>
        <Notice kind="bad">
          <p>This page could not be loaded. The service is unavailable, or was upgraded while the console was open.</p>
          <div class="actions">
            <button type="button" onClick={() => setRound(round + 1)}>
              Try again
            </button>
            <button type="button" onClick={() => location.reload()}>
              Reload the console
            </button>
          </div>
        </Notice>
      </Page>
    );
  return <loaded.View key={`${shownOrganizationId} ${name} ${place.id ?? ''}`} id={place.id} query={place.query} />;
}
