/** The last deliveries to each webhook endpoint, for those who look after the receiver. They decide nothing, so they have no MAC. */
export default `
create table webhook_deliveries (
  organization_id uuid not null,
  -- That of the entry of the outbox, which is removed when it was delivered.
  id uuid not null,
  endpoint_id uuid not null,
  event_id text not null,
  event_type text not null,
  state text not null check (state in ('delivered', 'waiting', 'failed')),
  attempts integer not null,
  created_at timestamptz not null,
  last_attempt_at timestamptz not null,
  next_attempt_at timestamptz,
  http_status integer,
  error_code text,
  primary key (organization_id, id),
  foreign key (organization_id, endpoint_id) references webhook_endpoints on delete cascade
);

create index webhook_deliveries_of_endpoint on webhook_deliveries (organization_id, endpoint_id, created_at, id);
`;
