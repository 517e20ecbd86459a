import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { useSession } from '../session/session-context.ts';
import { useQuery } from './use-query.ts';

const context = createContext<ReadonlyMap<string, string>>(new Map());

/** Asks once for the users of the organization, so that what is inside can show names instead of ids. */
export function UserNames({ children }: { readonly children: ComponentChildren }) {
  const { shownOrganizationId } = useSession();
  const { data } = useQuery(
    async (client, signal) => (await client.listUsers({}, { signal })).users,
    [shownOrganizationId],
  );
  const names = useMemo(() => new Map(data?.map(({ userId, userName }) => [userId, userName])), [data]);
  return <context.Provider value={names}>{children}</context.Provider>;
}

/** The names of users by id. A user who was deleted has none. */
export const useUserNames = (): ReadonlyMap<string, string> => useContext(context);
