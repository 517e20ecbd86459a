import type { Tag } from '@mintmark/schema/fields/users/tag';
import type { z } from 'zod';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { TagKind } from './tag-kind.ts';
import { type TagRow, tagRecord } from './tag-record.ts';
import { tagsTable } from './tags-table.ts';

/** The tags of one kind, newest first, as answers show them. */
export async function listTags(
  { sql, organization, services }: ReadContext,
  { type }: TagKind,
): Promise<z.output<typeof Tag>[]> {
  const rows = await sql<TagRow[]>`
    select * from tags
    where ${ofOrganization(sql, organization)} and type = ${type}
    order by created_at desc, id desc`;
  return services.macs.genuine(tagsTable, rows, { ...ownerColumns(organization), type }).map(tagRecord);
}
