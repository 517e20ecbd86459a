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

/** A passkey that a stamp names, as it is to be looked for. */
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
 * Makes the look-ups of credentials. API keys and passkeys go out in the same batches, since the store is asked for them
 * before it is known who asks: all look-ups together use at most so many connections.
 */
export function createLookUps(database: Database, macs: RowMacs, connections: number) {
  const find = batched<Name, Found>((names) => database.query((sql) => findAll(sql, macs, names)), connections);
  return {
    findApiKeys: async (apiKey: ApiKeyName): Promise<readonly ApiKeyRow[]> => (await find({ apiKey })).apiKeys,
    async findPasskey(name: PasskeyName): Promise<PasskeyRow> {
      const { passkey } = await find({ passkey: name });
      if (!passkey) throw new Error('a passkey was not looked for');
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

/** That one credential is not there must not fail the others of its batch. */
function refusalOrThrow(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
