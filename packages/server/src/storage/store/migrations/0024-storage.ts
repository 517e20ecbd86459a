/** How much organizations have stored. */
export default [
  // What was added since it is counted, in the row that every activity writes anyway.
  'alter table audit_heads add column bytes bigint not null default 0',
  // What was there before. Null until it is counted, which is done while the service runs; zero for a new organization.
  'alter table audit_heads add column earlier_bytes bigint',
  // To count the activities that wait for approvals.
  `
create index activities_waiting on activities (organization_id, created_at)
  where status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED'`,
  `
-- What a top-level organization and its sub-organizations have stored together.
create table storage_totals (
  organization_id uuid not null,
  bytes bigint not null,
  -- When a process last began to compare the shares with all organizations.
  compared_at timestamptz,
  primary key (organization_id),
  foreign key (organization_id) references organizations
);

-- The part of each organization in the total of its top-level organization, as it was last added.
create table storage_shares (
  -- The top-level organization.
  organization_id uuid not null,
  member_id uuid not null,
  bytes bigint not null,
  primary key (organization_id, member_id),
  foreign key (organization_id) references organizations
);
`,
];
