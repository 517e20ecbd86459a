import type { RowMacs } from '../authority/row-macs.ts';
import { ApiError } from '../contract/api-error.ts';
import { batched } from '../store/batched.ts';
import type { Database, Sql } from '../store/database.ts';
import {
  type ApiKeyName,
  type ApiKeyRow,
  findApiKeys,
  findPasskey,
  type LookUp,
  type PasskeyRow,
} from './find-credential.ts';

/** What identifies the passkey of a stamp in a look-up. */
interface PasskeyName extends LookUp {
  readonly credentialId: string;
}

interface Name {
  readonly apiKey?: ApiKeyName;
  readonly passkey?: PasskeyName;
}

interface Found {
  readonly apiKeys: readonly ApiKeyRow[];
  readonly passkey: PasskeyRow | ApiError | undefined;
}

/**
 * Creates the look-ups of credentials. They run before the caller is known, so all of them together use at most this many
 * connections: API keys and passkeys share the same batches.
 */
export function createLookUps(database: Database, macs: RowMacs, connections: number) {
  const find = batched<Name, Found>((names) => database.query((sql) => findAll(sql, macs, names)), connections);
  return {
    findApiKeys: async (apiKey: ApiKeyName): Promise<readonly ApiKeyRow[]> => (await find({ apiKey })).apiKeys,
    async findPasskey(name: PasskeyName): Promise<PasskeyRow> {
      const { passkey } = await find({ passkey: name });
      if (!passkey) throw new Error('the batch has no result for a passkey');
      if (passkey instanceof ApiError) throw passkey;
      return passkey;
    },
  };
}

async function findAll(sql: Sql, macs: RowMacs, names: readonly Name[]): Promise<Found[]> {
  const apiKeys = names.flatMap(({ apiKey }) => apiKey ?? []);
  const [rows, passkeys] = await Promise.all([
    apiKeys.length > 0 ? findApiKeys(sql, macs, apiKeys) : [],
    Promise.all(
      names.map(
        ({ passkey }) => passkey && findPasskey(sql, macs, passkey, passkey.credentialId).catch(refusalOrThrow),
      ),
    ),
  ]);
  const lists = rows.values();
  return names.map(({ apiKey }, index) => ({
    apiKeys: (apiKey && lists.next().value) ?? [],
    passkey: passkeys[index],
  }));
}

/** One missing credential must not fail the other look-ups of its batch. */
function refusalOrThrow(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
