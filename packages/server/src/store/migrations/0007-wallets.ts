/** Standalone private keys. */
export default `
create table private_keys (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  curve text not null,
  public_key bytea not null,
  -- A column that is sealed begins with the version of its format.
  secret bytea not null check (get_byte(secret, 0) = 1),
  exported boolean not null,
  imported boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations
);
`;
