import { pages } from './pages/index.ts';
import { linkTo } from './router.ts';
import { useSession } from './session/session-context.ts';
import { Copyable } from './ui/copyable.tsx';

/** Who is signed in, where, and the way to every page. */
export function Navigation({ page: current }: { readonly page: string }) {
  const { shownOrganizationId, organizationId, organizationName, userName, canChange, signOut } = useSession();
  return (
    <header class="side">
      <p class="brand">Mintmark</p>
      <p class="who">
        <strong>{userName}</strong>
        <span>{canChange ? organizationName : 'A sub-organization'}</span>
        <Copyable value={shownOrganizationId} label="organization id" isShort />
      </p>
      {!canChange && (
        <p class="notice info" role="status">
          You are viewing a sub-organization. Only its own users can change it.{' '}
          <a href={linkTo(organizationId, 'sub-organizations')}>Back to your organization</a>
        </p>
      )}
      <nav aria-label="Pages">
        <ul>
          {pages
            .filter(({ title }) => title !== undefined)
            .map(({ name, title }) => (
              <li key={name}>
                <a href={linkTo(shownOrganizationId, name)} aria-current={current === name ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
    </header>
  );
}
