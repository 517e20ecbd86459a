/** Endpoints outside the service that get its events. */
export default [
  // Entries that failed and lost their contents are removed whenever the next one of their kind is left.
  `create index outbox_failed_of_organization on outbox (organization_id, kind, created_at) where state = 'failed'`,
  `
create table webhook_endpoints (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  name text not null,
  -- What the organization decided. The endpoint gets nothing either while disabled_at has a time.
  is_active boolean not null,
  -- A JSON array of the types of events, each active or not.
  subscriptions text not null,
  -- Since when all deliveries have failed. Null after a success.
  failing_since timestamptz,
  -- When the service stopped delivering, after days of failures.
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations
);
`,
];
