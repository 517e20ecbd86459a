import { text, time } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const earnSamplesTable = defineBareTable('earn_samples', {
  shard: 'everywhere',
  key: { caip2: text, vaultAddress: text, sampledAt: time },
  columns: { price: text },
  storage: { boundedBy: 'the samples of each vault' },
});
