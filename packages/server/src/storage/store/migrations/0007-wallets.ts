/** Wallets with their accounts, private keys with their tags, and the keys that imports are sealed to. */
export default `
-- A column that is sealed begins with the version of its format.

create table wallets (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  -- The language of the mnemonic.
  language text not null,
  -- The mnemonic in UTF-8, and after a line break the passphrase if there is one. Sealed.
  mnemonic bytea not null check (get_byte(mnemonic, 0) = 1),
  -- The seed that the accounts are derived from: 64 bytes. Sealed.
  seed bytea not null check (get_byte(seed, 0) = 1),
  exported boolean not null,
  imported boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  unique (organization_id, name),
  foreign key (organization_id) references organizations
);

create table wallet_accounts (
  organization_id uuid not null,
  -- Ids are in the order of creation.
  id uuid not null,
  wallet_id uuid not null,
  name text,
  curve text not null check (curve in ('CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256')),
  -- The path as it was given.
  path text not null,
  address_format text not null,
  address text not null,
  public_key text not null,
  exported boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id, wallet_id) references wallets
);
-- By its digest, since a path can be longer than an index takes.
create unique index wallet_accounts_by_path
  on wallet_accounts (organization_id, wallet_id, sha256(path::bytea), address_format);
create unique index wallet_accounts_by_name on wallet_accounts (organization_id, name) where name is not null;
create index wallet_accounts_by_address on wallet_accounts (organization_id, address);
create index wallet_accounts_by_time on wallet_accounts (organization_id, created_at desc, id desc);

create table private_keys (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  curve text not null check (curve in ('CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256')),
  public_key text not null,
  -- The formats of the addresses, and the addresses in the same order.
  address_formats text[] not null,
  addresses text[] not null,
  -- 32 bytes: a scalar, or the seed of ed25519. Sealed.
  secret bytea not null check (get_byte(secret, 0) = 1),
  exported boolean not null,
  imported boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  unique (organization_id, name),
  check (cardinality(addresses) = cardinality(address_formats)),
  foreign key (organization_id) references organizations
);
create index private_keys_by_address on private_keys using gin (addresses);

create table private_key_tags (
  organization_id uuid not null,
  tag_id uuid not null,
  private_key_id uuid not null,
  mac text not null,
  primary key (organization_id, tag_id, private_key_id),
  foreign key (organization_id, tag_id) references tags on delete cascade,
  foreign key (organization_id, private_key_id) references private_keys
);
create index private_key_tags_of_private_key on private_key_tags (organization_id, private_key_id);

-- The keys that users seal what they import to. Each is removed when it is used.
create table import_keys (
  organization_id uuid not null,
  -- The activity that made it.
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('wallet', 'private_key')),
  -- Sealed.
  private_key bytea not null check (get_byte(private_key, 0) = 1),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users
);
create index import_keys_of_user on import_keys (organization_id, user_id);
`;
