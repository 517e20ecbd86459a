/** Lookups that stay fast in an organization with many rows. */
export default [
  // Most organizations have few rows. PostgreSQL plans for the average, which can be one row: then an index that only finds the
  // organization looks as good as the one that finds the row, and every lookup in a large organization may read all of its rows.
  // So it is told to expect a hundred. A distributed database refuses this setting of a column.
  `
do $$
declare
  table_of_organizations regclass;
begin
  if exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  for table_of_organizations in
    select pg_index.indrelid
    from pg_index
      join pg_class on pg_class.oid = pg_index.indrelid and pg_class.relnamespace = current_schema()::regnamespace
      join pg_attribute on pg_attribute.attrelid = pg_index.indrelid and pg_attribute.attnum = pg_index.indkey[0]
    where pg_attribute.attname = 'organization_id'
    group by pg_index.indrelid
    having count(*) > 1
  loop
    execute format('alter table %s alter column organization_id set (n_distinct = -0.01)', table_of_organizations);
    execute format('analyze %s', table_of_organizations);
  end loop;
end $$`,
  // Without "restrict", each private key that is removed costs a search for another one with the same id.
  'alter table private_key_tags drop constraint private_key_tags_organization_id_private_key_id_fkey',
  `
alter table private_key_tags add constraint private_key_tags_organization_id_private_key_id_fkey
  foreign key (organization_id, private_key_id) references private_keys on delete restrict`,
];
