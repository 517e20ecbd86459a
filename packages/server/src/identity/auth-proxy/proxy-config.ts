import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { Sql } from '../../storage/store/database.ts';
import { authProxyConfigsTable } from '../organizations/auth-proxy-configs-table.ts';

type ConfigRow = Authenticated<RowOf<typeof authProxyConfigsTable>>;

/** The id of the configuration of an organization, if it has one. It outlives the proxy: clients have it. */
export async function readConfigId({ sql, organization, services }: ReadContext): Promise<string | undefined> {
  const rows = await sql<ConfigRow[]>`select * from auth_proxy_configs where ${ofOrganization(sql, organization)}`;
  const [config] = services.macs.genuine(authProxyConfigsTable, rows, ownerColumns(organization));
  return config?.id;
}

/** The configuration with this id, whichever organization has it. */
export const configWithId = (sql: Sql, id: string) =>
  sql<ConfigRow[]>`select * from auth_proxy_configs where id = ${id}`;

/** Adds the configuration of an organization. */
export async function insertConfig({ sql, organization, now, writer }: ChangeContext, id: string): Promise<void> {
  const config = { ...ownerColumns(organization), id, createdAt: now };
  await sql`insert into auth_proxy_configs ${sql(writer.sealed(authProxyConfigsTable, config))}`;
}
