import type { FeatureName } from '@mintmark/schema/fields/organizations/organization-feature';
import type { z } from 'zod';
import { orNull, text, textOf, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const featuresTable = defineTable('features', {
  shard: 'organizationId',
  key: { organizationId: uuid, name: textOf<z.output<typeof FeatureName>>() },
  decides: { value: orNull(text) },
  endsGroup: true,
  storage: { boundedBy: 'one row for each feature that exists' },
});
