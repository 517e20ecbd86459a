import type { PrepareContext } from '../contract/implement.ts';
import { type Organization, tenantIdOf } from '../contract/organization.ts';
import type { Place } from '../secrets/vault.ts';

/** The columns that hold secrets of an organization. */
type SecretColumn =
  | { readonly table: 'wallets'; readonly column: 'mnemonic' | 'seed' }
  | { readonly table: 'private_keys'; readonly column: 'secret' }
  | { readonly table: 'import_keys'; readonly column: 'private_key' };

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

/** Seals a secret for its place. The caller must wipe the secret. */
export const sealSecret = (
  { services: { vault }, read }: PrepareContext,
  place: SecretPlace,
  secret: Uint8Array,
): Promise<Uint8Array> => read((sql) => vault.seal(sql, placeOf(place), secret));

/** Opens a secret for a piece of work, and wipes it when the work is over. */
export async function useSecret<Result>(
  { services: { vault }, read }: PrepareContext,
  place: SecretPlace,
  sealed: Uint8Array,
  work: (secret: Buffer) => Promise<Result>,
): Promise<Result> {
  const secret = await read((sql) => vault.open(sql, placeOf(place), sealed));
  try {
    return await work(secret);
  } finally {
    secret.fill(0);
  }
}
