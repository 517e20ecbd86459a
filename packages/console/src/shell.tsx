import { createClient } from '@mintmark/client';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Content } from './content.tsx';
import { describeFailure, type Failure } from './data/failure.ts';
import { Navigation } from './navigation.tsx';
import { go, linkTo, usePlace } from './router.ts';
import { useIdleLock } from './session/idle-lock.ts';
import { readInstallation } from './session/installation.ts';
import { SessionProvider } from './session/session-context.ts';
import type { SignedIn } from './session/signed-in.ts';
import { onOtherTab, removeKeys, resume } from './session/ways-to-sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import { Dialog } from './ui/dialog.tsx';
import { FailureNotice } from './ui/notice.tsx';
import { Page } from './ui/page.tsx';

/** After so long without use, keys are removed. */
const idleMs = 15 * 60_000;

type State =
  | { readonly name: 'starting' }
  /** With what went wrong when keys were opened or removed. */
  | { readonly name: 'out'; readonly failure?: Failure | undefined }
  | { readonly name: 'in'; readonly user: SignedIn }
  /** The page stays behind the sign-in, with all that was typed. */
  | { readonly name: 'locked'; readonly user: SignedIn; readonly why: string };

/** The whole console: who is signed in, and which page is shown. */
export function Shell() {
  const [state, setState] = useState<State>({ name: 'starting' });
  const place = usePlace();

  useEffect(() => {
    resume().then(
      (user) => setState(user ? { name: 'in', user } : { name: 'out' }),
      (error) => {
        const failure = describeFailure(error);
        // A key that the service no longer accepts is what a sign-in is for.
        setState({ name: 'out', failure: failure.isSignedOut ? undefined : failure });
      },
    );
  }, []);

  const way = 'user' in state ? state.user.way : undefined;
  const forget = useCallback(() => {
    // The page must not say that keys are gone when they are not.
    if (way) removeKeys(way).catch((error) => setState({ name: 'out', failure: describeFailure(error) }));
  }, [way]);
  const lock = useCallback(
    (why: string) => {
      setState((before) => (before.name === 'in' ? { name: 'locked', user: withoutKey(before.user), why } : before));
      forget();
    },
    [forget],
  );
  const expire = useCallback(
    () => lock('Your session has ended. Sign in again to continue: what you typed is still here.'),
    [lock],
  );
  const lockIdle = useCallback(
    () => lock('This page was idle for a while, so its keys were removed. Sign in to continue.'),
    [lock],
  );
  const signOut = useCallback(() => {
    setState({ name: 'out' });
    forget();
    go('#/', { replace: true });
  }, [forget]);
  useIdleLock(idleMs, state.name === 'in', lockIdle);
  useEffect(() => {
    if (state.name !== 'in' || !state.user.expiresAt) return;
    const timer = setTimeout(expire, Math.max(0, state.user.expiresAt.getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [state, expire]);
  useEffect(
    () =>
      onOtherTab(() =>
        setState((before) =>
          before.name === 'in' && before.user.way !== 'api-key'
            ? {
                name: 'locked',
                user: withoutKey(before.user),
                why: 'You signed out, or signed in again, in another tab.',
              }
            : before,
        ),
      ),
    [],
  );

  const enter = useCallback((user: SignedIn) => {
    setState((before) => {
      // Somebody else must not find what the first user typed.
      const isSame =
        before.name === 'locked' &&
        before.user.userId === user.userId &&
        before.user.organizationId === user.organizationId;
      if (!isSame) go(linkTo(user.organizationId, 'activities'), { replace: true });
      return { name: 'in', user };
    });
  }, []);

  if (state.name === 'starting') return <p role="status">Loading…</p>;
  const known = readInstallation(place.page === 'sign-in' ? place.query : new URLSearchParams());
  if (state.name === 'out')
    return (
      <div class="signed-out">
        <Page title="Mintmark console">
          <FailureNotice failure={state.failure} onRetry={() => location.reload()} />
          <SignInForm key={known?.organizationId} known={known} onSignedIn={enter} />
        </Page>
      </div>
    );
  return (
    <>
      <SignedInShell
        key={`${state.user.organizationId} ${state.user.userId}`}
        {...{ user: state.user, place, expire, signOut }}
      />
      {state.name === 'locked' && (
        <Dialog title="Sign in again" onClose={signOut}>
          <p>{state.why}</p>
          <SignInForm key={known?.organizationId} known={known} onSignedIn={enter} />
        </Dialog>
      )}
    </>
  );
}

/** A stamper that is gone: a page behind the sign-in cannot ask anything. */
const withoutKey = (user: SignedIn): SignedIn => ({
  ...user,
  stamper: { stamp: () => Promise.reject(new Error('sign in again')) },
});

interface SignedInShellProps {
  readonly user: SignedIn;
  readonly place: ReturnType<typeof usePlace>;
  readonly expire: () => void;
  readonly signOut: () => void;
}

function SignedInShell({ user, place, expire, signOut }: SignedInShellProps) {
  const shownOrganizationId = place.organizationId ?? user.organizationId;
  const session = useMemo(
    () => ({
      ...user,
      client: createClient({ baseUrl: location.origin, stamper: user.stamper, organizationId: shownOrganizationId }),
      shownOrganizationId,
      canChange: shownOrganizationId === user.organizationId,
      expire,
      signOut,
    }),
    [user, shownOrganizationId, expire, signOut],
  );
  return (
    <SessionProvider value={session}>
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <div class="shell">
        <Navigation page={place.page} />
        <Content place={place} />
      </div>
    </SessionProvider>
  );
}

/** The fragment names the page, so a link to the content would leave it. */
function skip(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
