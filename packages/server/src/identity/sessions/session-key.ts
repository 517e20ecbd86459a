import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { ApiKeyRow } from '../credentials/api-key-record.ts';
import { expiryOf, insertApiKeys, parseKey } from '../credentials/api-keys.ts';
import { apiKeysTable } from '../credentials/api-keys-table.ts';
import type { SessionProfileRow } from './session-profile.ts';

/** The credentials that are session keys. Each kind of session ends only others of its own kind. */
type SessionType = Extract<ApiKeyRow['type'], 'CREDENTIAL_TYPE_LOGIN' | 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256'>;

export interface NewSessionKey {
  readonly userId: string;
  readonly type: SessionType;
  readonly name: string;
  /** On P-256. */
  readonly publicKey: string;
  readonly expirationSeconds: string | undefined;
  /** What limits the session, if anything. */
  readonly profile?: SessionProfileRow | undefined;
  /** Whether it ends the user's other sessions of the same kind. */
  readonly invalidateExisting: boolean | undefined;
}

/** A key that was registered for a session. */
export interface SessionKey {
  readonly id: string;
  readonly publicKey: string;
  readonly expiresAt: Date;
}

const defaultSeconds = '900';

/**
 * Registers the key of a session. A client may start a session with a key of the user that expires, which then ends: the key of an
 * earlier session, because some keep their key where they cannot make another, or the key of the sign-up.
 */
export async function insertSessionKey(context: ChangeContext, session: NewSessionKey): Promise<SessionKey> {
  const { now, writer } = context;
  const { userId, type, name, profile, invalidateExisting = false } = session;
  const publicKey = parseKey('p256', session.publicKey, 'parameters.publicKey');
  const expiring = await readExpiringKeys(context, userId);
  const isEnded = (key: ApiKeyRow) =>
    (invalidateExisting && key.type === type) || (key.publicKey === publicKey && key.curve === 'p256');
  const ended = expiring.filter(isEnded);
  await writer.change(apiKeysTable, ended, { deletedAt: now, updatedAt: now });
  const sessionProfileId = profile?.id ?? null;
  const lifetimeSeconds = lifetimeOf(session);
  const key = { name, type, curve: 'p256', publicKey, lifetimeSeconds, sessionProfileId } as const;
  const [id] = await insertApiKeys(context, userId, [key]);
  const expiresAt = expiryOf(key, now);
  if (id === undefined || !expiresAt) throw new Error('a session key was not registered');
  return { id, publicKey, expiresAt };
}

/** The lifetime that was asked for, or less if the profile says so. */
function lifetimeOf({ expirationSeconds = defaultSeconds, profile }: NewSessionKey): bigint {
  const asked = BigInt(expirationSeconds);
  const max = profile?.expirationSeconds ?? null;
  return max !== null && BigInt(max) < asked ? BigInt(max) : asked;
}

/** The keys of a user that expire, or have expired. */
async function readExpiringKeys(
  { sql, organization, services: { macs } }: ChangeContext,
  userId: string,
): Promise<ApiKeyRow[]> {
  const rows = await sql<ApiKeyRow[]>`
    select * from api_keys
    where ${ofOrganization(sql, organization)} and user_id = ${userId} and expires_at is not null and deleted_at is null`;
  return macs.genuine(apiKeysTable, rows, { ...ownerColumns(organization), userId, deletedAt: null });
}
