import type { Service } from '../service.ts';

/** A credential that is not deleted. A passkey is known by its credential id, an API key by its public key. */
interface CredentialState {
  readonly id: string;
  readonly known: string;
  readonly isPasskey: boolean;
  readonly expiresAt: string | null;
}

export interface UserState {
  readonly id: string;
  readonly isRoot: boolean;
  readonly credentials: readonly CredentialState[];
}

export interface OrganizationState {
  readonly threshold: number;
  /** The origins that passkeys are limited to. */
  readonly origins: string | null;
  readonly users: readonly UserState[];
}

/** Reads an organization independently of the service, in the same order for the same history. */
export function readState({ database }: Service, tenantId: string, id: string): Promise<OrganizationState> {
  return database.query(async (sql) => {
    const [[organization], users] = await Promise.all([
      sql<{ threshold: number; origins: string | null }[]>`
        select root_threshold as threshold, (
          select value from features
          where organization_id = ${tenantId} and name = 'FEATURE_NAME_WEBAUTHN_ORIGINS'
        ) as origins
        from organizations where id = ${id}`,
      sql<UserState[]>`
        select id, is_root, (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', c.id, 'known', c.known, 'isPasskey', c.is_passkey, 'expiresAt', c.expires_at
          ) order by c.name), '[]')
          from (
            select id, public_key as known, false as is_passkey, expires_at, name from api_keys
            where organization_id = ${id} and user_id = u.id and deleted_at is null
            union all
            select id, credential_id, true, null, name from authenticators
            where organization_id = ${id} and user_id = u.id and deleted_at is null
          ) c
        ) as credentials
        from users u
        where organization_id = ${id} and deleted_at is null
        order by name`,
    ]);
    if (!organization) throw new Error('no such organization');
    return { ...organization, users };
  });
}

/** Whether enough root users have a credential that does not expire. This is the oracle of a walk: it reads only the tables. */
export async function isPermanent({ database }: Service, id: string): Promise<boolean> {
  const [answer] = await database.query(
    (sql) => sql<{ holds: boolean }[]>`
      select (
        select count(*) from users u
        where u.organization_id = o.id and u.is_root and u.deleted_at is null and (
          exists (
            select from api_keys k
            where k.organization_id = o.id and k.user_id = u.id
              and k.deleted_at is null and k.expires_at is null
          ) or exists (
            select from authenticators a
            where a.organization_id = o.id and a.user_id = u.id and a.deleted_at is null
              and not exists (
                select from features f
                where f.organization_id = coalesce(o.parent_id, o.id)
                  and f.name = 'FEATURE_NAME_WEBAUTHN_ORIGINS' and f.value not like '%//app.example.com%'
              )
          )
        )
      ) >= o.root_threshold as holds
      from organizations o where o.id = ${id} and o.deleted_at is null`,
  );
  return answer?.holds ?? false;
}
