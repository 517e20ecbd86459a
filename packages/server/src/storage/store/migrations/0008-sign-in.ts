/** How users sign in: linked identities, one-time passcodes, OAuth 2.0 clients, and the sign-up proxy. */
export default `
-- Like other credentials, links are never removed, only ended.
create table oauth_providers (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  issuer text not null,
  audience text not null,
  subject text not null,
  -- SHA-256 of issuer, audience and subject, which may be too long for an index.
  identity bytea not null check (length(identity) = 32),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users
);
create unique index oauth_providers_live on oauth_providers (organization_id, identity) where deleted_at is null;
create index oauth_providers_of_user on oauth_providers (organization_id, user_id);

create table passcodes (
  organization_id uuid not null,
  id uuid not null,
  type text not null,
  contact text not null,
  -- Keyed hash of whom the requests are counted for.
  requester bytea not null check (length(requester) = 32),
  -- Keyed hash of the code.
  code_hash bytea not null check (length(code_hash) = 32),
  -- The key that the client seals the code to; sealed.
  private_key bytea not null check (get_byte(private_key, 0) = 1),
  tries integer not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations
);
create index passcodes_of_requester on passcodes (organization_id, requester, created_at);
create index passcodes_by_time on passcodes (organization_id, created_at);

-- The verification tokens that an organization issued and that were used, until they expire.
create table used_tokens (
  organization_id uuid not null,
  id uuid not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations
);
create index used_tokens_by_expiry on used_tokens (organization_id, expires_at);

create table oauth2_credentials (
  organization_id uuid not null,
  id uuid not null,
  provider text not null,
  client_id text not null,
  -- As the client sealed it, to the service's key for client secrets.
  encrypted_client_secret text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  unique (organization_id, provider, client_id),
  foreign key (organization_id) references organizations
);

-- The user that the sign-up proxy of an organization acts as, its key, and the settings. The id is that of its configuration.
create table auth_proxies (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  private_key bytea not null check (get_byte(private_key, 0) = 1),
  settings text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users
);
-- Requests to the sign-up proxy name the configuration, not the organization.
create index auth_proxy_configs_by_id on auth_proxy_configs (id);
create unique index auth_proxies_of_organization on auth_proxies (organization_id);

-- The sign-ups of the last day, so that a repetition becomes the same activity.
create table sign_ups (
  organization_id uuid not null,
  -- SHA-256 of the body.
  digest bytea not null check (length(digest) = 32),
  timestamp_ms bigint not null,
  created_at timestamptz not null,
  primary key (organization_id, digest),
  foreign key (organization_id) references organizations
);
create index sign_ups_by_time on sign_ups (organization_id, created_at);
`;
