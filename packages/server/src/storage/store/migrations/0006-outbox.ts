/** What has to happen outside: mail, webhooks and the like, until it was delivered. */
export default `
create table outbox (
  organization_id uuid not null,
  -- Ids are in the order of creation.
  id uuid not null,
  kind text not null,
  idempotency_key text not null,
  -- The contents as JSON, or sealed. A column that is sealed begins with the version of its format.
  contents text,
  sealed_contents bytea check (get_byte(sealed_contents, 0) = 1),
  state text not null default 'waiting' check (state in ('waiting', 'failed')),
  -- When the entry may be taken. While a process holds it, this is the end of its lease.
  due_at timestamptz not null,
  -- Names the lease of the process that delivers the entry now, if any.
  lease_id uuid,
  attempts integer not null default 0,
  -- Why the last attempt failed. Never a part of the contents.
  error_code text,
  error_text text,
  created_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  unique (organization_id, idempotency_key),
  check (num_nonnulls(contents, sealed_contents) = 1),
  foreign key (organization_id) references organizations
);
-- To find the organizations with entries that are due, and then the entries of one of them.
create index outbox_due on outbox (due_at, organization_id, kind) where state = 'waiting';
create index outbox_due_of_organization on outbox (organization_id, kind, due_at) where state = 'waiting';
`;
