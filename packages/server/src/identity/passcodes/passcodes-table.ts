import type { OtpType } from '@mintmark/schema/fields/sessions/otp-type';
import type { z } from 'zod';
import { bytes, integer, orNull, text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const passcodesTable = defineTable('passcodes', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: {
    type: textOf<z.output<typeof OtpType>>(),
    contact: text,
    requester: bytes,
    codeHash: bytes,
    privateKey: bytes,
    expiresAt: time,
    createdAt: time,
  },
  counts: { tries: integer, usedAt: orNull(time) },
  // It decides nothing. But a message is counted with it, and everybody of the tenant who asks for one waits for that count until the
  // group ends.
  endsGroup: true,
  endsWithOrganization: true,
  storage: ['contact'],
});
