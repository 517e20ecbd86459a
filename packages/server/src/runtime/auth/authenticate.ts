import { createHash } from 'node:crypto';
import { webAuthnVoteScheme } from '@mintmark/stamper/protocol';
import {
  type ApiKeyStamp,
  type AttestedStamp,
  type CredentialKey,
  createCredentialKey,
  createVerifier,
  parsePublicKey,
  type Verifier,
  verifyApiKeyStamp,
  verifyAssertion,
  type WebAuthnStamp,
} from '@mintmark/stamper/verify';
import type { Turns } from '../../core/limits/turns.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { Caller } from '../../core/model/caller.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import { shareOf } from '../../core/model/share.ts';
import type { AuthenticatorRow } from '../../identity/credentials/authenticator-record.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';
import { allowedOrigins } from '../../identity/organizations/allowed-origins.ts';
import type { Database, TransactionSql } from '../../storage/store/database.ts';
import type { Proof } from './admission.ts';
import { type AttestingServices, authenticateAttested } from './attested-caller.ts';
import { findPasskey, type PasskeyRow } from './find-credential.ts';
import { KeyCache } from './key-cache.ts';
import { type LookUp, locateCredential } from './locate-credential.ts';
import type { LookUps } from './look-ups.ts';
import { curveOfScheme, type Stamp } from './read-stamp.ts';

export interface Authenticated {
  /** The organization that the request is about. */
  readonly target: Organization;
  readonly caller: Caller;
  /** Checks whether another request was stamped with the same key. */
  readonly proof: Proof;
}

interface AuthenticatorOptions {
  readonly database: Database;
  readonly services: AttestingServices;
  readonly lookUps: LookUps;
  /** Updating the sign count of a passkey takes a turn as a change. */
  readonly changes: Turns;
}

const keptKeys = 10_000;

/** Finds out who stamped a request. */
export function createAuthenticator({ database, services, lookUps, changes }: AuthenticatorOptions) {
  const { macs, clock } = services;
  const verifiers = new KeyCache<Verifier>(keptKeys);
  const credentialKeys = new KeyCache<CredentialKey>(keptKeys);

  async function byApiKey(stamp: ApiKeyStamp, body: Uint8Array, lookUp: LookUp): Promise<Authenticated> {
    const { publicKey } = stamp;
    const curve = curveOfScheme[stamp.scheme];
    const {
      target,
      home,
      credential: row,
    } = await locateCredential(lookUps, macs, lookUp, {
      findIn: (organizationId) => lookUps.findApiKey({ organizationId, publicKey, curve }),
      kind: 'publicKey',
      value: publicKey,
      notFound: 'PUBLIC_KEY_NOT_FOUND',
    });
    if (row.expiresAt && row.expiresAt <= clock()) throw new ApiError('API_KEY_EXPIRED');
    const credential = await verifiers.get(`${row.curve} ${row.publicKey}`, () =>
      createVerifier(parsePublicKey(row.curve, row.publicKey)),
    );
    const verdict = await verifyApiKeyStamp({ stamp, body, credential });
    if (!verdict.ok)
      throw new ApiError('SIGNATURE_INVALID', `could not verify api key signature: ${verdict.error.message}`);
    const { userId, userName, isRoot, credentialId, sessionProfileId } = row;
    const evidence = {
      publicKey: stamp.publicKey,
      signature: Buffer.from(stamp.signature).toString('hex'),
      scheme: stamp.scheme,
    };
    return {
      target,
      caller: {
        ...{ organization: home, userId, userName, isRoot, credentialId, stamp: evidence },
        ...(sessionProfileId !== null && { sessionProfileId }),
      },
      proof: async (other, body) =>
        other.kind === 'apiKey' && (await verifyApiKeyStamp({ stamp: other.stamp, body, credential })).ok,
    };
  }

  async function byPasskey(stamp: WebAuthnStamp, body: Uint8Array, lookUp: LookUp): Promise<Authenticated> {
    const {
      target,
      home,
      credential: row,
    } = await locateCredential(lookUps, macs, lookUp, {
      findIn: (organizationId) =>
        lookUps.read(organizationId, (sql) => findPasskey(sql, macs, organizationId, stamp.credentialId)),
      kind: 'passkey',
      value: stamp.credentialId,
      notFound: 'CREDENTIAL_NOT_FOUND',
    });
    const key = await credentialKeys.get(row.publicKey, () =>
      createCredentialKey(Buffer.from(row.publicKey, 'base64url')),
    );
    const bodyHash = createHash('sha256').update(body).digest();
    // A retry after a lost answer has the same body and the same count.
    const isRepeated = row.countedBody !== null && bodyHash.equals(row.countedBody);
    const signCount = Number(row.signCount) - (isRepeated ? 1 : 0);
    const credential = { credentialId: stamp.credentialId, key, rpId: row.rpId, signCount };
    const allowed = await lookUps.read(home.id, (sql) => allowedOrigins({ sql, services, organization: home }));
    const policy = { userVerification: 'preferred', ...allowed } as const;
    const verdict = await verifyAssertion({ stamp, body, credential, policy });
    if (!verdict.ok)
      throw new ApiError('SIGNATURE_INVALID', `could not verify WebAuthn signature: ${verdict.error.message}`);
    const { userId, userName, isRoot, credentialId } = row;
    if (verdict.signCount > 0 && !isRepeated) await keepCount(row, home, verdict.signCount, bodyHash);
    const evidence = {
      publicKey: row.publicKey,
      // A passkey signs the data of the authenticator and of the browser; verifying it again needs all of it.
      signature: JSON.stringify({
        credentialId: stamp.credentialId,
        authenticatorData: Buffer.from(stamp.authenticatorData).toString('base64url'),
        clientDataJson: Buffer.from(stamp.clientDataJson).toString('base64url'),
        signature: Buffer.from(stamp.signature).toString('base64url'),
      }),
      scheme: webAuthnVoteScheme,
    };
    return {
      target,
      caller: { organization: home, userId, userName, isRoot, credentialId, stamp: evidence },
      proof: async (other, body) => {
        if (other.kind !== 'passkey') return false;
        // Only the look-up compares counts: without reading the store, the count in this process may be out of date.
        const uncounted = { ...credential, signCount: 0 };
        return (await verifyAssertion({ stamp: other.stamp, body, credential: uncounted, policy })).ok;
      },
    };
  }

  async function byAttestation(
    stamp: AttestedStamp,
    body: Uint8Array,
    { organizationId, acceptsAttested }: LookUp,
  ): Promise<Authenticated> {
    if (!acceptsAttested) throw new ApiError('SIGNATURE_INVALID', 'only stamp_login accepts an attested stamp');
    const caller = await authenticateAttested(services, lookUps, stamp, { body, organizationId });
    // The key is used once, and is then an API key.
    return { target: caller.organization, caller, proof: async () => false };
  }

  /** Stores the sign count of a passkey, so that no other body can be sent with that count. */
  async function keepCount(row: PasskeyRow, home: Organization, signCount: number, countedBody: Buffer): Promise<void> {
    const { organizationId, credentialId } = row;
    const keep = async (sql: TransactionSql) => {
      const here = sql`${ofOrganization(sql, { id: organizationId })} and id = ${credentialId}`;
      const rows = await sql<AuthenticatorRow[]>`select * from authenticators where ${here} for no key update`;
      const [current] = macs.genuine(authenticatorsTable, rows, { organizationId, id: credentialId });
      if (!current) return false;
      // A duplicate of this request may have stored the count first.
      if (current.countedBody !== null && countedBody.equals(Buffer.from(current.countedBody))) return true;
      if (current.signCount >= signCount) return false;
      const mac = macs.macOf(authenticatorsTable, { ...current, signCount, countedBody });
      await sql`
        update authenticators set sign_count = ${signCount}, counted_body = ${countedBody}, mac = ${mac} where ${here}`;
      return true;
    };
    if (!(await changes.run(shareOf(home, { credentialId }), () => database.transaction(keep))))
      throw new ApiError(
        'SIGNATURE_INVALID',
        'could not verify WebAuthn signature: another request already used its sign count',
      );
  }

  return async (read: Stamp, body: Uint8Array, lookUp: LookUp): Promise<Authenticated> => {
    switch (read.kind) {
      case 'apiKey':
        return byApiKey(read.stamp, body, lookUp);
      case 'passkey':
        return byPasskey(read.stamp, body, lookUp);
      case 'attested':
        return byAttestation(read.stamp, body, lookUp);
    }
  };
}
