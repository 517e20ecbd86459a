import type { MnemonicLanguage } from '@mintmark/schema/fields/wallets/mnemonic-language';
import type { z } from 'zod';
import { bool, bytes, text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const walletsTable = defineTable('wallets', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: {
    name: text,
    language: textOf<z.output<typeof MnemonicLanguage>>(),
    mnemonic: bytes,
    seed: bytes,
    exported: bool,
    imported: bool,
  },
  describes: { createdAt: time, updatedAt: time },
  endsWithOrganization: true,
  storage: ['name', 'mnemonic', 'seed'],
});
