import type { PrepareContext } from '../../core/handlers/implement.ts';
import { type Organization, tenantIdOf } from '../../core/model/organization.ts';
import type { Place, PlacedSecret } from '../../core/ports/seals-secrets.ts';

/** The columns that hold secrets of an organization. */
type SecretColumn =
  | { readonly table: 'wallets'; readonly column: 'mnemonic' | 'seed' }
  | { readonly table: 'private_keys'; readonly column: 'secret' }
  // Only in memory: the database does not have this column.
  | { readonly table: 'wallet_accounts'; readonly column: 'secret' }
  | { readonly table: 'import_keys' | 'passcodes' | 'auth_proxies'; readonly column: 'private_key' };

/** Where a secret is stored: a column of a row. The organization may be one that is about to be created. */
export type SecretPlace = SecretColumn & {
  readonly organization: Pick<Organization, 'id' | 'parentId'>;
  readonly id: string;
};

/** The secret opens only in its own organization, table, row and column. */
export const placeOf = ({ organization, table, column, id }: SecretPlace): Place => ({
  tenantId: tenantIdOf(organization),
  table,
  row: `${organization.id}/${id}`,
  column,
});

/** Seals secrets of one organization for their places, in their order. The caller must wipe the secrets. */
export const sealSecrets = (
  { services: { vault }, read }: PrepareContext,
  organization: SecretPlace['organization'],
  secrets: readonly PlacedSecret<SecretPlace>[],
): Promise<Uint8Array[]> =>
  read((sql) =>
    vault.sealAll(
      sql,
      tenantIdOf(organization),
      secrets.map(({ place, secret }) => ({ place: placeOf(place), secret })),
    ),
  );

/** Seals one secret. */
export async function sealSecret(context: PrepareContext, secret: PlacedSecret<SecretPlace>): Promise<Uint8Array> {
  const [sealed] = await sealSecrets(context, secret.place.organization, [secret]);
  return sealed as Uint8Array;
}

/** Opens a secret for a piece of work, and wipes it when the work is over. */
export async function useSecret<Result>(
  { services: { vault }, read }: Pick<PrepareContext, 'services' | 'read'>,
  place: SecretPlace,
  sealed: Uint8Array,
  work: (secret: Buffer) => Promise<Result>,
): Promise<Result> {
  const at = placeOf(place);
  const secret = vault.openKept(at, sealed) ?? (await read((sql) => vault.open(sql, at, sealed)));
  try {
    return await work(secret);
  } finally {
    secret.fill(0);
  }
}
