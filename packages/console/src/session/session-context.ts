import type { Client } from '@mintmark/client';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SignedIn } from './signed-in.ts';

export interface SessionContext extends SignedIn {
  /** Makes calls in the organization that is shown. */
  readonly client: Client;
  /** The organization that is shown: the user's own, or one of its sub-organizations. */
  readonly shownOrganizationId: string;
  /** Whether the user may change what is shown. A parent's users may only look into a sub-organization. */
  readonly canChange: boolean;
  /** The service no longer accepts the key: asks to sign in again. What was typed stays. */
  readonly expire: () => void;
  readonly signOut: () => void;
}

const context = createContext<SessionContext | undefined>(undefined);

export const SessionProvider = context.Provider;

/** The session of the user who is signed in. */
export function useSession(): SessionContext {
  const session = useContext(context);
  if (!session) throw new Error('nobody is signed in');
  return session;
}
