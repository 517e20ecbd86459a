/** Which API keys the operator added to root users. They stay listed when they are deleted. */
export default `
create table operator_keys (
  organization_id uuid not null,
  api_key_id uuid not null,
  mac text not null,
  primary key (organization_id, api_key_id),
  foreign key (organization_id, api_key_id) references api_keys
);
`;
