/** Activities, the votes on them, and the audit. */
export default `
create table activities (
  organization_id uuid not null,
  id uuid not null,
  type text not null,
  status text not null,
  -- SHA-256 of the body: the same body is the same activity.
  fingerprint bytea not null check (length(fingerprint) = 32),
  body bytea not null,
  -- As text, so that an answer is the same whenever it is given.
  result text,
  failure text,
  -- The user whom policies denied this activity, which binds nobody else.
  denied_user_id uuid,
  -- Approvals count for a day from here.
  approvals_since timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  unique (organization_id, fingerprint),
  foreign key (organization_id) references organizations
);
create index activities_by_time on activities (organization_id, created_at desc, id desc);

create table votes (
  organization_id uuid not null,
  activity_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id uuid not null,
  selection text not null check (selection in ('VOTE_SELECTION_APPROVED', 'VOTE_SELECTION_REJECTED')),
  -- What the user stamped, and the stamp.
  message bytea not null,
  public_key text not null,
  signature text not null,
  scheme text not null,
  -- The user as it was when it voted.
  voter text not null,
  created_at timestamptz not null,
  primary key (organization_id, activity_id, id),
  unique (organization_id, activity_id, user_id),
  foreign key (organization_id, activity_id) references activities
);

-- The audit: one chain for each organization, its newest link in audit_heads.
create table audit_heads (
  organization_id uuid not null,
  sequence bigint not null,
  hash bytea not null check (length(hash) = 32),
  mac text not null,
  primary key (organization_id),
  foreign key (organization_id) references organizations
);

create table audit_entries (
  organization_id uuid not null,
  sequence bigint not null,
  content text not null,
  hash bytea not null check (length(hash) = 32),
  primary key (organization_id, sequence),
  foreign key (organization_id) references organizations
);
`;
