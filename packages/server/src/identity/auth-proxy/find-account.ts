import { searchDirectory } from '../../core/authority/directory.ts';
import type { ProxyContext } from '../../core/handlers/answer-proxy.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { DirectoryKind } from '../../core/tables/searchable-values.ts';
import { organizationsWithIds } from '../organizations/across-organizations.ts';
import { organizationsTable } from '../organizations/organizations-table.ts';

/** What an account is found by. */
export interface SoughtAccount {
  readonly kind: DirectoryKind;
  readonly value: string;
}

type Context = Pick<ProxyContext, 'organization' | 'services' | 'read'>;

/** The sub-organization in which something is found, if there is one. It takes the same statements if there is none. */
export function findAccount(context: Context, sought: SoughtAccount): Promise<Organization | undefined> {
  const { organization, services, read } = context;
  const { macs } = services;
  const search = { parentId: organization.id, ...sought };
  return read(async (sql) => {
    const ids = await searchDirectory(sql, macs, search, { max: 2 });
    const [account, another] = macs.genuine(organizationsTable, await organizationsWithIds(sql, ids), {
      id: ids,
      parentId: organization.id,
      deletedAt: null,
    });
    // None can be chosen: each may be the right one.
    if (another) throw new ApiError('CREDENTIAL_CONFLICT');
    return account;
  });
}

/** The sub-organization that a login is for: the one that it names, or the one in which something is found. */
export async function requireAccount(
  context: Context,
  organizationId: string | undefined,
  seek: () => Promise<SoughtAccount>,
): Promise<Organization> {
  const account =
    organizationId === undefined
      ? await findAccount(context, await seek())
      : await readAccount(context, organizationId.toLowerCase());
  if (!account) throw new ApiError('RESOURCE_NOT_FOUND', 'there is no such account');
  return account;
}

function readAccount({ organization, services: { macs }, read }: Context, id: string) {
  const asked = { id, parentId: organization.id, deletedAt: null };
  return read(async (sql) => macs.genuine(organizationsTable, await organizationsWithIds(sql, [id]), asked)[0]);
}
