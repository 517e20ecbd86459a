/** Organizations, their users, the users' credentials, and the directory of these. */
export default `
-- The keys of every table begin with the organization, so that a distributed PostgreSQL can keep all rows of an organization
-- together on one of its machines.
--
-- A column mac authenticates its row: the service ignores rows that somebody else has written.

create table organizations (
  -- Ids are in the order of creation.
  id uuid primary key,
  -- Null for an organization at the top.
  parent_id uuid,
  name text not null,
  -- How many root users must approve what the policies do not allow.
  root_threshold integer not null check (root_threshold > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  mac text not null
);
create index organizations_of_parent on organizations (parent_id, id);

create table features (
  organization_id uuid not null,
  name text not null,
  value text,
  mac text not null,
  primary key (organization_id, name),
  foreign key (organization_id) references organizations
);

create table users (
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
  primary key (organization_id, id),
  foreign key (organization_id) references organizations
);

-- Credentials are never removed, only ended: the audit must be able to say whose key stamped what.
create table api_keys (
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
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users
);
create unique index api_keys_live on api_keys (organization_id, public_key, curve) where deleted_at is null;
create index api_keys_of_user on api_keys (organization_id, user_id);

create table authenticators (
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
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users
);
create unique index authenticators_live on authenticators (organization_id, credential_id)
  where deleted_at is null;
create index authenticators_of_user on authenticators (organization_id, user_id);

create table tags (
  organization_id uuid not null,
  id uuid not null,
  type text not null check (type in ('TAG_TYPE_USER', 'TAG_TYPE_PRIVATE_KEY')),
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  unique (organization_id, type, name),
  foreign key (organization_id) references organizations
);

create table user_tags (
  organization_id uuid not null,
  tag_id uuid not null,
  user_id uuid not null,
  mac text not null,
  primary key (organization_id, tag_id, user_id),
  foreign key (organization_id, tag_id) references tags on delete cascade,
  foreign key (organization_id, user_id) references users
);
create index user_tags_of_user on user_tags (organization_id, user_id);

-- What is searched for in all sub-organizations of a parent, and where it is: their names, users, contacts and credentials. It
-- repeats what the rows of the sub-organizations say, and changes with them.
create table directory (
  parent_id uuid not null,
  kind text not null,
  -- SHA-256 of the value that is searched for.
  digest bytea not null check (length(digest) = 32),
  organization_id uuid not null,
  -- The row with this value: the organization, the user or the credential.
  row_id uuid not null,
  mac text not null,
  primary key (parent_id, kind, digest, organization_id, row_id),
  foreign key (parent_id) references organizations
);
create index directory_of_organization on directory (parent_id, organization_id);
`;
