/** Policies with what they decided, contract interfaces, and session profiles. */
export default [
  // The digest of all policies of the organization. Null if it never had one.
  'alter table organizations add column policies_digest text',
  'alter table api_keys add column session_profile_id uuid',
  // Policies that deny something to an account or a private key see everything that has the same key.
  'create index wallet_accounts_by_public_key on wallet_accounts (organization_id, public_key)',
  'create index private_keys_by_public_key on private_keys (organization_id, public_key)',
  `
create table policies (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  effect text not null check (effect in ('EFFECT_ALLOW', 'EFFECT_DENY')),
  -- Expressions. An empty one is always true.
  condition text not null,
  consensus text not null,
  time text not null,
  notes text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  unique (organization_id, name),
  foreign key (organization_id) references organizations
);

-- What the policies decided about a vote on an activity, or about a submission that was denied.
create table policy_evaluations (
  organization_id uuid not null,
  id uuid not null,
  activity_id uuid not null,
  -- Null if the submission was denied: that is not a vote. Not a foreign key, since a later vote replaces an earlier one.
  vote_id uuid,
  -- For each policy its id, which has 16 bytes, and a byte for the outcome.
  outcomes bytea not null,
  created_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations
);
create index policy_evaluations_by_activity on policy_evaluations (organization_id, activity_id, id);

create table smart_contract_interfaces (
  organization_id uuid not null,
  id uuid not null,
  -- In the form in which transactions are compared with it: in lower case for Ethereum.
  address text not null,
  type text not null check (type in ('ETHEREUM', 'SOLANA')),
  -- The ABI or IDL as it was given.
  interface text not null,
  label text not null,
  notes text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  unique (organization_id, type, address),
  foreign key (organization_id) references organizations
);

create table session_profiles (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  -- An expression.
  scope text not null,
  expiration_seconds bigint,
  notes text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  unique (organization_id, name),
  foreign key (organization_id) references organizations
);
`,
];
