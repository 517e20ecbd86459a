/** Fee wrappers of yield vaults, deposits and withdrawals, and the prices of vaults over time. */
export default `
create table earn_wrappers (
  organization_id uuid not null,
  -- With its checksum, like all addresses here.
  address text not null,
  -- What the status of the deployment is asked by.
  id uuid not null,
  caip2 text not null,
  splitter_address text not null,
  vault_address text not null,
  provider text not null,
  asset_address text not null,
  asset_decimals integer not null,
  client_fee_wallet text not null,
  client_fee_bps integer not null,
  service_fee_bps integer not null,
  -- Null if the wrapper was found on the chain.
  deploy_transaction_id uuid,
  deposits_disabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, address),
  unique (organization_id, id),
  foreign key (organization_id) references organizations
);

create table earn_movements (
  organization_id uuid not null,
  -- Also the id of the transaction.
  id uuid not null,
  kind text not null check (kind in ('deposit', 'withdrawal')),
  wrapper_address text not null,
  created_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations
);

-- What shares of the listed vaults were worth, once an hour. It belongs to no organization.
create table earn_samples (
  caip2 text not null,
  vault_address text not null,
  sampled_at timestamptz not null,
  price text not null,
  primary key (caip2, vault_address, sampled_at)
);
`;
