/** One row that says which installation this is: copies of the database have it too, other databases have not. */
export default `
create table instance (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);

insert into instance default values;
`;
