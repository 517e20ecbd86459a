/** Keys that seal, and what is sealed with them. */
export default `
-- The keys of a tenant, wrapped by a master key. The installation itself has keys too, under the id of its instance.
create table data_keys (
  tenant_id uuid not null,
  purpose text not null check (purpose in ('seal', 'authenticate')),
  master_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, purpose)
);

-- What the service itself signs or opens with. A column that is sealed begins with the version of its format.
create table service_keys (
  tenant_id uuid not null,
  purpose text not null,
  public_key text not null,
  private_key bytea not null check (get_byte(private_key, 0) = 1),
  created_at timestamptz not null,
  mac text not null,
  primary key (tenant_id, purpose)
);

create table auth_proxy_configs (
  organization_id uuid not null,
  id uuid not null,
  created_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations
);
`;
