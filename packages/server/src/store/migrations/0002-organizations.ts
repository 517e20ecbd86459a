/** Organizations, their users and the credentials of these. */
export default `
-- Every table begins with the tenant: the organization at the top, which its sub-organizations share. The same tables can
-- so be distributed by tenant.
--
-- A column mac authenticates its row: the service ignores rows that somebody else has written.

create table organizations (
  tenant_id uuid not null,
  id uuid not null,
  parent_id uuid,
  name text not null,
  -- How many root users must approve what the policies do not allow.
  root_threshold integer not null check (root_threshold > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  mac text not null,
  primary key (tenant_id, id),
  check (case when parent_id is null then tenant_id = id else tenant_id = parent_id end)
);
create index organizations_by_id on organizations (id);
create index organizations_by_time on organizations (tenant_id, parent_id, created_at desc, id desc);
create index organizations_by_name on organizations (tenant_id, name);

create table features (
  tenant_id uuid not null,
  organization_id uuid not null,
  name text not null,
  value text,
  mac text not null,
  primary key (tenant_id, organization_id, name),
  foreign key (tenant_id, organization_id) references organizations
);

create table users (
  tenant_id uuid not null,
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  email text,
  email_verified boolean not null default false,
  phone_number text,
  phone_number_verified boolean not null default false,
  is_root boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  mac text not null,
  primary key (tenant_id, organization_id, id),
  foreign key (tenant_id, organization_id) references organizations
);
create index users_by_name on users (tenant_id, name);
create index users_by_email on users (tenant_id, email);
create index users_by_phone_number on users (tenant_id, phone_number);

-- Credentials are never removed, only ended: the audit must be able to say whose key stamped what.
create table api_keys (
  tenant_id uuid not null,
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  type text not null,
  curve text not null check (curve in ('p256', 'secp256k1', 'ed25519')),
  public_key text not null,
  lifetime_seconds bigint,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  mac text not null,
  primary key (tenant_id, organization_id, id),
  foreign key (tenant_id, organization_id, user_id) references users
);
create unique index api_keys_live on api_keys (tenant_id, public_key, curve, organization_id) where deleted_at is null;
create index api_keys_of_user on api_keys (tenant_id, organization_id, user_id);

create table authenticators (
  tenant_id uuid not null,
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key text not null,
  rp_id text not null,
  sign_count bigint not null,
  -- SHA-256 of the body that was stamped with this count: it may be sent again.
  counted_body bytea,
  transports text[] not null,
  attestation_type text not null,
  aaguid text not null,
  model text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  mac text not null,
  primary key (tenant_id, organization_id, id),
  foreign key (tenant_id, organization_id, user_id) references users
);
create unique index authenticators_live on authenticators (tenant_id, credential_id, organization_id)
  where deleted_at is null;
create index authenticators_of_user on authenticators (tenant_id, organization_id, user_id);

create table tags (
  tenant_id uuid not null,
  organization_id uuid not null,
  id uuid not null,
  type text not null check (type in ('TAG_TYPE_USER', 'TAG_TYPE_PRIVATE_KEY')),
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (tenant_id, organization_id, id),
  unique (tenant_id, organization_id, type, name),
  foreign key (tenant_id, organization_id) references organizations
);

create table user_tags (
  tenant_id uuid not null,
  organization_id uuid not null,
  tag_id uuid not null,
  user_id uuid not null,
  mac text not null,
  primary key (tenant_id, organization_id, tag_id, user_id),
  foreign key (tenant_id, organization_id, tag_id) references tags on delete cascade,
  foreign key (tenant_id, organization_id, user_id) references users
);
create index user_tags_of_user on user_tags (tenant_id, organization_id, user_id);
`;
