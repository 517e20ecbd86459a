import { text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const smartContractInterfacesTable = defineTable('smart_contract_interfaces', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { address: text, type: textOf<'ETHEREUM' | 'SOLANA'>(), interface: text },
  describes: { label: text, notes: text, createdAt: time, updatedAt: time },
  endsGroup: true,
  storage: ['interface', 'label', 'notes'],
});
