import { sealExportedPrivateKey } from '@mintmark/stamper/bundles';
import type { PrepareContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { uuidv7Series } from '../../core/model/ids.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { bytesOf } from '../tasks/bytes-of.ts';
import { createPrivateKeys } from '../tasks/create-private-keys.ts';
import { readPrivateKey } from '../tasks/read-private-key.ts';
import { useImport } from './import-keys.ts';
import { inPieces, piecesOf } from './in-pieces.ts';
import type { privateKeysTable } from './private-keys-table.ts';
import { runTask } from './run-task.ts';
import { sealSecrets, useSecret } from './sealed-secret.ts';

type PrivateKeyRow = RowOf<typeof privateKeysTable>;

/** What a private key is made for. */
export type KeyPurpose = Pick<PrivateKeyRow, 'curve' | 'addressFormats'>;

/** A new private key, sealed. */
export type NewPrivateKey = Pick<
  PrivateKeyRow,
  'id' | 'curve' | 'publicKey' | 'addressFormats' | 'addresses' | 'secret'
>;

/** How many private keys are made at a time: in a few milliseconds. */
const maxInPiece = 16;

/** Creates private keys. */
export async function createNewPrivateKeys(
  context: PrepareContext,
  purposes: readonly KeyPurpose[],
): Promise<NewPrivateKey[]> {
  const keys = purposes.map(distinctFormats);
  const made = await inPieces(piecesOf(keys, maxInPiece), (piece) =>
    runTask(context, createPrivateKeys, { keys: piece }),
  );
  const ids = uuidv7Series(context.services.clock(), made.length);
  const unsealed = made.map((key, index) => ({ ...(keys[index] as KeyPurpose), ...key, id: ids[index] as string }));
  return await sealKeys(context, unsealed);
}

/** What is imported: sealed to an import key of the user. */
interface SealedPrivateKey extends KeyPurpose {
  readonly userId: string;
  readonly encryptedBundle: string;
}

/** Opens a private key that a client imports. */
export async function importNewPrivateKey(
  context: PrepareContext,
  { userId, encryptedBundle, ...purpose }: SealedPrivateKey,
): Promise<{ readonly importKeyId: string; readonly key: NewPrivateKey }> {
  const sealed = { kind: 'private_key', userId, encryptedBundle } as const;
  const { importKeyId, result } = await useImport(context, sealed, async (secret) => {
    const key = distinctFormats(purpose);
    const read = await runTask(context, readPrivateKey, { secret: bytesOf(secret), ...key });
    if (!read) throw new ApiError('INVALID_PRIVATE_KEY');
    const [id] = uuidv7Series(context.services.clock(), 1);
    const [made] = await sealKeys(context, [{ ...key, ...read, id: id as string, secret }]);
    return made as NewPrivateKey;
  });
  return { importKeyId, key: result };
}

/** Seals a private key to a key of the client. */
export function exportPrivateKey(
  context: PrepareContext,
  { id, secret }: Pick<PrivateKeyRow, 'id' | 'secret'>,
  targetPublicKey: string,
): Promise<string> {
  const { organization, activityId, services } = context;
  const { signer } = services;
  const of = { organizationId: organization.id, activityId, privateKeyId: id, targetPublicKey, signer };
  return useSecret(context, { organization, table: 'private_keys', column: 'secret', id }, secret, (bytes) =>
    sealExportedPrivateKey(bytes, of),
  );
}

/** A new private key before it is sealed: its secret is the key itself. */
type UnsealedKey = Omit<NewPrivateKey, 'secret'> & { readonly secret: Uint8Array };

/** Seals the secrets of new private keys, and wipes them. */
async function sealKeys(context: PrepareContext, keys: readonly UnsealedKey[]): Promise<NewPrivateKey[]> {
  const { organization } = context;
  try {
    const sealed = await sealSecrets(
      context,
      organization,
      keys.map(({ id, secret }) => ({ place: { organization, table: 'private_keys', column: 'secret', id }, secret })),
    );
    return keys.map((key, index) => ({ ...key, secret: sealed[index] as Uint8Array }));
  } finally {
    for (const { secret } of keys) secret.fill(0);
  }
}

/** A format that is named twice counts once. */
const distinctFormats = ({ curve, addressFormats }: KeyPurpose): KeyPurpose => ({
  curve,
  addressFormats: [...new Set(addressFormats)],
});
