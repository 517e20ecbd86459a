import { randomUUID } from 'node:crypto';
import type { Asked, Authenticated } from '../../core/authority/row-macs.ts';
import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Services } from '../../core/ports/services.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { smartContractInterfacesTable } from './smart-contract-interfaces-table.ts';

export type InterfaceRow = Authenticated<RowOf<typeof smartContractInterfacesTable>>;

/** An interface to be stored. */
type NewInterface = Pick<InterfaceRow, 'address' | 'type' | 'interface' | 'label' | 'notes'>;

const maxPerOrganization = 100;

/**
 * The interfaces that the organization stored for these contracts or programs, by address. Addresses are in the form in which they
 * are stored: 0x and lower-case digits for Ethereum, base58 for Solana.
 */
export async function readInterfaces(
  { sql, organization, services }: ReadContext,
  type: InterfaceRow['type'],
  addresses: readonly string[],
): Promise<Map<string, InterfaceRow>> {
  if (addresses.length === 0) return new Map();
  const rows = await sql<InterfaceRow[]>`
    select * from smart_contract_interfaces
    where ${ofOrganization(sql, organization)} and type = ${type} and address = any(${[...addresses]}::text[])`;
  const genuine = genuineInterfaces(services, rows, { ...ownerColumns(organization), type, address: addresses });
  return new Map(genuine.map((row) => [row.address, row]));
}

/** An interface may have hundreds of kilobytes: the texts of verified rows would take gigabytes if they were kept. */
const genuineInterfaces = (
  { macs }: Pick<Services, 'macs'>,
  rows: readonly InterfaceRow[],
  asked: Asked<InterfaceRow>,
): InterfaceRow[] => macs.genuine(smartContractInterfacesTable, rows, asked, { isReadAgain: false });

/** How many bytes the interfaces of the organization have together. PostgreSQL knows it without reading them. */
export async function measureInterfaces({ sql, organization }: ReadContext): Promise<number> {
  const [{ bytes = 0 } = {}] = await sql<{ readonly bytes: number }[]>`
    select coalesce(sum(octet_length(interface) + octet_length(notes)), 0)::int as bytes
    from smart_contract_interfaces where ${ofOrganization(sql, organization)}`;
  return bytes;
}

/** All interfaces of the organization, newest first. */
export async function readAllInterfaces({ sql, organization, services }: ReadContext): Promise<InterfaceRow[]> {
  const rows = await sql<InterfaceRow[]>`
    select * from smart_contract_interfaces where ${ofOrganization(sql, organization)}
    order by created_at desc, id desc`;
  return genuineInterfaces(services, rows, ownerColumns(organization));
}

export async function requireInterface(
  { sql, organization, services }: ReadContext,
  smartContractInterfaceId: string,
): Promise<InterfaceRow> {
  const id = smartContractInterfaceId.toLowerCase();
  const rows = await sql<InterfaceRow[]>`
    select * from smart_contract_interfaces where ${ofOrganization(sql, organization)} and id = ${id}`;
  const [row] = genuineInterfaces(services, rows, { ...ownerColumns(organization), id });
  if (!row) throw new ApiError('RESOURCE_NOT_FOUND', 'no such smart contract interface');
  return row;
}

/** Stores an interface, and returns its id. */
export async function insertInterface(context: ChangeContext, contract: NewInterface): Promise<string> {
  const { sql, organization, now, writer } = context;
  const [{ count = 0 } = {}] = await sql<{ readonly count: number }[]>`
    select count(*)::int as count from smart_contract_interfaces where ${ofOrganization(sql, organization)}`;
  if (count >= maxPerOrganization)
    throw new ApiError(
      'RESOURCE_LIMIT_EXCEEDED',
      `an organization can have at most ${maxPerOrganization} smart contract interfaces`,
    );
  const id = randomUUID();
  const row = writer.sealed(smartContractInterfacesTable, {
    ...ownerColumns(organization),
    id,
    ...contract,
    createdAt: now,
    updatedAt: now,
  });
  const inserted = await sql`
    insert into smart_contract_interfaces ${sql(row)}
    on conflict (organization_id, type, address) do nothing
    returning id`;
  if (inserted.length === 0)
    throw new ApiError('ALREADY_EXISTS', 'an interface for this address and type already exists');
  return id;
}
