import type { SmartContractInterface } from '@mintmark/schema/fields/smart-contracts/smart-contract-interface';
import type { z } from 'zod';
import { timestamp } from '../../core/model/timestamp.ts';
import { shownAddress } from './contract-address.ts';
import type { InterfaceRow } from './interface-row.ts';

/** A contract interface, as answers show it. */
export const interfaceRecord = (row: InterfaceRow): z.output<typeof SmartContractInterface> => ({
  organizationId: row.organizationId,
  smartContractInterfaceId: row.id,
  smartContractAddress: shownAddress(row),
  smartContractInterface: row.interface,
  type: row.type,
  label: row.label,
  notes: row.notes,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});
