import { useEffect, useState } from 'preact/hooks';

/** Where the console is: #/<organization>/<page>/<id>?<name>=<value>. Without an organization, the sign-in decides. */
export interface Place {
  readonly organizationId: string | undefined;
  readonly page: string;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

const isId = (text: string | undefined) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '');

/** Reads a place from the fragment of an address. */
function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const parts = path.split('/').filter(Boolean).map(decodePart);
  const organizationId = isId(parts[0]) ? parts.shift() : undefined;
  const [page = '', id] = parts;
  return { organizationId, page, id, query: new URLSearchParams(query) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page of an organization. */
export function linkTo(organizationId: string, page: string, id?: string, query: Record<string, string> = {}): string {
  const path = [organizationId, page, ...(id === undefined ? [] : [id])].map(encodeURIComponent).join('/');
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return `#/${path}${search && `?${search}`}`;
}

/** Goes to an address; `replace` leaves no step to go back to. */
export function go(link: string, { replace = false } = {}): void {
  if (replace) location.replace(link);
  else location.hash = link;
}

/** The present place. */
export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const listen = () => setHash(location.hash);
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, []);
  return readPlace(hash);
}
