import type { Service } from '../service.ts';

/** What a user may do, and what somebody could act as the user by. */
export interface UserState {
  readonly id: string;
  readonly organizationId: string;
  readonly isRoot: boolean;
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly tags: readonly string[];
  /** The public keys of API keys, the ids of passkeys and the subjects of linked identities. */
  readonly credentials: readonly string[];
  readonly apiKeyId: string | null;
}

/** An organization and its sub-organizations. */
export interface State {
  readonly users: readonly UserState[];
  /** The quorum, the policies and the features of each organization. */
  readonly rules: readonly { readonly id: string }[];
  /** The other settings of the organization. */
  readonly settings: readonly unknown[];
}

const settingTables = [
  'auth_proxies',
  'webhook_endpoints',
  'oauth2_credentials',
  'smart_contract_interfaces',
  'session_profiles',
  'swap_configs',
  'earn_wrappers',
];

/** Reads an organization and its sub-organizations independently of the service. */
export const readState = ({ database }: Service, id: string): Promise<State> =>
  database.query(async (sql) => {
    const organizations = sql`select id from organizations where id = ${id} or parent_id = ${id}`;
    const [users, rules, ...settings] = await Promise.all([
      sql<UserState[]>`
        select u.organization_id, u.id, u.is_root, u.name, u.email, u.phone_number,
          array(
            select tag_id::text from user_tags t
            where t.organization_id = u.organization_id and t.user_id = u.id order by 1
          ) as tags,
          array(
            select public_key from api_keys k
            where k.organization_id = u.organization_id and k.user_id = u.id and k.deleted_at is null
            union all
            select credential_id from authenticators a
            where a.organization_id = u.organization_id and a.user_id = u.id and a.deleted_at is null
            union all
            select subject from oauth_providers p
            where p.organization_id = u.organization_id and p.user_id = u.id and p.deleted_at is null
          ) as credentials,
          (
            select id from api_keys k
            where k.organization_id = u.organization_id and k.user_id = u.id and k.deleted_at is null
            order by id limit 1
          ) as api_key_id
        from users u
        where u.organization_id in (${organizations}) and u.deleted_at is null
        order by u.id`,
      sql<{ readonly id: string }[]>`
        select o.id, o.root_threshold, o.policies_digest, o.deleted_at,
          array(
            select id::text from users u where u.organization_id = o.id and is_root and deleted_at is null order by id
          ) as roots,
          array(
            select concat_ws(' ', id, effect, condition, consensus, time) from policies p
            where p.organization_id = o.id order by id
          ) as policies,
          array(
            select concat_ws(' ', name, value) from features f where f.organization_id = o.id order by name
          ) as features
        from organizations o
        where o.id in (${organizations})
        order by o.id`,
      ...settingTables.map(
        (table) => sql`select * from ${sql(table)} where organization_id = ${id} order by created_at`,
      ),
    ]);
    return { users, rules, settings };
  });
