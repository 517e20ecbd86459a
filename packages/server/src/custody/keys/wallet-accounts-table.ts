import type { AddressFormat } from '@mintmark/schema/fields/wallets/address-format';
import type { Curve as WalletCurve } from '@mintmark/schema/fields/wallets/curve';
import type { z } from 'zod';
import { bool, orNull, text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const walletAccountsTable = defineTable('wallet_accounts', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: {
    walletId: uuid,
    name: orNull(text),
    curve: textOf<z.output<typeof WalletCurve>>(),
    path: text,
    addressFormat: textOf<z.output<typeof AddressFormat>>(),
    address: text,
    publicKey: text,
    exported: bool,
  },
  describes: { createdAt: time, updatedAt: time },
  endsWithOrganization: true,
  storage: ['name', 'path', 'address', 'publicKey'],
  searchable: ({ address }) => ({ accountAddress: address }),
});
