/** A distributed database keeps these rows on every machine, and a key of such a table cannot refer to one machine. */
export default 'alter table auth_proxy_configs drop constraint auth_proxy_configs_organization_id_fkey';
