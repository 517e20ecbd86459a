import { text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const policiesTable = defineTable('policies', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: {
    name: text,
    effect: textOf<'EFFECT_ALLOW' | 'EFFECT_DENY'>(),
    /** Expressions; an empty one is always true. */
    condition: text,
    consensus: text,
    time: text,
  },
  describes: { notes: text, createdAt: time, updatedAt: time },
  endsGroup: true,
  storage: ['name', 'condition', 'consensus', 'time', 'notes'],
});
