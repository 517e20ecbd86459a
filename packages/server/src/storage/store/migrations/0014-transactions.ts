/** Transactions that the service sends to EVM chains. */
export default `
create table sent_transactions (
  organization_id uuid not null,
  id uuid not null,
  activity_id uuid not null,
  caip2 text not null,
  -- In lower case.
  address text not null,
  nonce bigint not null,
  hash text not null,
  -- As it is sent, with its signature.
  raw bytea not null,
  status text not null check (status in ('INITIALIZED', 'BROADCASTING', 'INCLUDED', 'FAILED')),
  -- From when on it may have been sent. Null while it waits for another transaction.
  released_at timestamptz,
  -- Where it is included, successful or reverted. The chain may drop that block.
  block_number bigint,
  block_hash text,
  -- Why it failed, as JSON.
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations
);
create index sent_transactions_by_nonce on sent_transactions (organization_id, caip2, address, nonce);
create index sent_transactions_in_flight on sent_transactions (organization_id, caip2, address, nonce)
  where status in ('INITIALIZED', 'BROADCASTING');
create index sent_transactions_by_hash on sent_transactions (organization_id, caip2, hash);

-- Who may use the next nonce of an account: one activity at a time, from before it signs until it is committed.
create table nonce_turns (
  organization_id uuid not null,
  caip2 text not null,
  address text not null,
  activity_id uuid,
  ends_at timestamptz not null,
  primary key (organization_id, caip2, address),
  foreign key (organization_id) references organizations
);
`;
