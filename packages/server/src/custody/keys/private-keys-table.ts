import type { AddressFormat } from '@mintmark/schema/fields/wallets/address-format';
import type { Curve as WalletCurve } from '@mintmark/schema/fields/wallets/curve';
import type { z } from 'zod';
import { bool, bytes, text, textOf, textsOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const privateKeysTable = defineTable('private_keys', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: {
    name: text,
    curve: textOf<z.output<typeof WalletCurve>>(),
    publicKey: text,
    addressFormats: textsOf<z.output<typeof AddressFormat>>(),
    addresses: textsOf(),
    secret: bytes,
    exported: bool,
    imported: bool,
  },
  describes: { createdAt: time, updatedAt: time },
  endsWithOrganization: true,
  storage: ['name', 'publicKey', 'addresses', 'secret'],
});
