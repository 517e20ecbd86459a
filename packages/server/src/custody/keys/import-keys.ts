import { generatePrivateKey } from '@mintmark/stamper';
import { openImportedMnemonic, p256Keys, StamperError, signImportTarget } from '@mintmark/stamper/bundles';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ActivityContext, PrepareContext, ReadContext } from '../../core/handlers/implement.ts';
import { ActivityFailure, ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { importKeysTable } from './import-keys-table.ts';
import { type SecretPlace, sealSecret, useSecret } from './sealed-secret.ts';

type ImportKeyRow = Authenticated<RowOf<typeof importKeysTable>>;

/** A user who imports keys of a kind. */
type Importer = Pick<ImportKeyRow, 'kind' | 'userId'>;

const lifetimeMs = 60 * 60 * 1000;
/** How many imports of one kind a user may have begun. A further one ends the oldest. */
const maxOfUser = 10;

const importKeyPlace = (organization: Organization, id: string): SecretPlace => ({
  organization,
  table: 'import_keys',
  column: 'private_key',
  id,
});

/** The import keys of a user, oldest first, valid or not. */
async function readImportKeys(
  { sql, organization, services: { macs } }: ReadContext,
  { kind, userId }: Importer,
): Promise<ImportKeyRow[]> {
  const rows = await sql<ImportKeyRow[]>`
    select * from import_keys
    where ${ofOrganization(sql, organization)} and user_id = ${userId} and kind = ${kind}
    order by created_at, id`;
  return macs.genuine(importKeysTable, rows, { ...ownerColumns(organization), userId, kind });
}

/** A new import key, sealed, and the bundle that tells the client about it. */
export interface NewImportKey {
  readonly privateKey: Uint8Array;
  readonly importBundle: string;
}

/** Creates a key for a user to seal an import to. */
export async function createImportKey(context: PrepareContext, userId: string): Promise<NewImportKey> {
  const { organization, activityId, services } = context;
  const { signer } = services;
  const key = generatePrivateKey('p256');
  const secret = key.bytes();
  try {
    const privateKey = await sealSecret(context, { place: importKeyPlace(organization, activityId), secret });
    const of = { organizationId: organization.id, userId, signer };
    return { privateKey, importBundle: await signImportTarget(key.publicKey.hex, of) };
  } finally {
    secret.fill(0);
  }
}

/** Stores a new import key of a user. All that have expired, and the user's oldest of too many, are removed. */
export async function insertImportKey(
  context: ActivityContext,
  { kind, userId, privateKey }: Pick<ImportKeyRow, 'kind' | 'userId' | 'privateKey'>,
): Promise<void> {
  const { sql, organization, writer, activityId, now } = context;
  const here = ofOrganization(sql, organization);
  const [expired, own] = await Promise.all([
    sql<ImportKeyRow[]>`select * from import_keys where ${here} and expires_at <= ${now}`.execute(),
    readImportKeys(context, { kind, userId }),
  ]);
  const live = own.filter(({ expiresAt }) => expiresAt > now);
  await writer.remove(importKeysTable, [...expired, ...live.slice(0, Math.max(0, live.length + 1 - maxOfUser))]);
  const row = { ...ownerColumns(organization), id: activityId, userId, kind, privateKey };
  const times = { expiresAt: new Date(now.getTime() + lifetimeMs), createdAt: now };
  await sql`insert into import_keys ${sql(writer.sealed(importKeysTable, { ...row, ...times }))}`;
}

interface OpenedImport<Result> {
  /** The import key that the bundle was sealed to. */
  readonly importKeyId: string;
  readonly result: Result;
}

/**
 * Opens what a client imports, with whichever of the keys it was sealed to, for a piece of work that checks the content. Wipes
 * the content afterwards.
 */
export async function useImport<Result>(
  context: PrepareContext,
  { encryptedBundle, ...of }: Importer & { readonly encryptedBundle: string },
  work: (content: Uint8Array) => Promise<Result>,
): Promise<OpenedImport<Result>> {
  const { organization, services, read } = context;
  const now = services.clock();
  const keys = await read((sql) => readImportKeys({ sql, organization, services }, of));
  const usable = keys.filter(({ expiresAt }) => expiresAt > now);
  if (usable.length === 0) throw new ApiError('IMPORT_NOT_PREPARED');
  for (const key of usable) {
    const content = await openWith(context, key, encryptedBundle);
    if (!content) continue;
    const { id } = key;
    try {
      return { importKeyId: id, result: await work(content) };
    } finally {
      content.fill(0);
    }
  }
  throw new ActivityFailure('INVALID_IMPORT_BUNDLE');
}

/** Undefined if the bundle cannot be decrypted with this key. */
function openWith(
  context: PrepareContext,
  { id, privateKey }: ImportKeyRow,
  encryptedBundle: string,
): Promise<Uint8Array | undefined> {
  return useSecret(context, importKeyPlace(context.organization, id), privateKey, async (secret) => {
    try {
      // Whatever the content is: the work checks it.
      return await openImportedMnemonic(encryptedBundle, p256Keys.createPrivateKey(secret));
    } catch (error) {
      if (!(error instanceof StamperError)) throw error;
      if (error.code === 'DECRYPTION_FAILED') return undefined;
      throw new ApiError('INVALID_IMPORT_BUNDLE', `invalid import bundle: ${error.message}`);
    }
  });
}

/** Uses up the import key that a bundle was opened with. It may have been used or have expired meanwhile. */
export async function takeImportKey(context: ActivityContext, of: Importer, id: string): Promise<void> {
  const { writer, now } = context;
  const keys = await readImportKeys(context, of);
  const taken = keys.filter((key) => key.id === id && key.expiresAt > now);
  if (taken.length === 0) throw new ApiError('IMPORT_NOT_PREPARED');
  await writer.remove(importKeysTable, taken);
}
