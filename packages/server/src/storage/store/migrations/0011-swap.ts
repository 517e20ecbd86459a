/** The swap configurations of top-level organizations. */
export default `
create table swap_configs (
  organization_id uuid not null,
  fee_receiver_address text,
  -- In basis points.
  fee_bps smallint check (fee_bps between 0 and 500),
  stable_fee_bps smallint check (stable_fee_bps between 0 and 500),
  -- The newest claim. Null if there never was one.
  last_claim_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id),
  foreign key (organization_id) references organizations
);
`;
