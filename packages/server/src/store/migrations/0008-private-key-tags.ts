/** Which private keys have which tags. */
export default `
create table private_key_tags (
  organization_id uuid not null,
  tag_id uuid not null,
  private_key_id uuid not null,
  mac text not null,
  primary key (organization_id, tag_id, private_key_id),
  foreign key (organization_id, tag_id) references tags on delete cascade,
  foreign key (organization_id, private_key_id) references private_keys
);
create index private_key_tags_of_private_key on private_key_tags (organization_id, private_key_id);
`;
