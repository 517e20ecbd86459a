/** How many mails and text messages a top-level organization and its sub-organizations have sent. */
export default `
-- The row that is locked while a message is counted. The organization is the one at the top.
create table message_totals (
  organization_id uuid not null,
  messages bigint not null,
  -- Those among them that strangers asked for, and those that sub-organizations or strangers did.
  of_strangers bigint not null,
  of_outsiders bigint not null,
  primary key (organization_id),
  foreign key (organization_id) references organizations
);

-- The messages of the last hour. They have no contact and no address, only keyed hashes.
create table messages (
  organization_id uuid not null,
  -- Counts all messages of the organization.
  number bigint not null,
  -- Counts those that strangers asked for; null if it was somebody known.
  stranger_number bigint,
  -- Counts those that sub-organizations or strangers asked for; null if it was the top-level organization.
  outsider_number bigint,
  -- Who asked.
  requester bytea not null check (length(requester) = 32),
  -- Those who share the limits of a contact, with the contact.
  party bytea not null check (length(party) = 32),
  -- The network of a stranger or of an account; null if it was the top-level organization.
  source bytea check (length(source) = 32),
  created_at timestamptz not null,
  primary key (organization_id, number),
  foreign key (organization_id) references organizations
);
create unique index messages_of_strangers on messages (organization_id, stranger_number);
create unique index messages_of_outsiders on messages (organization_id, outsider_number);
create index messages_of_requester on messages (organization_id, requester, created_at);
create index messages_of_party on messages (organization_id, party, created_at);
create index messages_of_source on messages (organization_id, source, created_at);
create index messages_by_time on messages (organization_id, created_at);
alter table messages alter column organization_id set (n_distinct = -0.01);
`;
