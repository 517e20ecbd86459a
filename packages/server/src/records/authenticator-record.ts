import { timestamp } from './timestamp.ts';

export interface AuthenticatorRow {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly rpId: string;
  readonly transports: readonly string[];
  readonly attestationType: string;
  readonly aaguid: string;
  readonly model: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A passkey, as answers have it. */
export const authenticatorRecord = (row: AuthenticatorRow) => ({
  transports: [...row.transports] as never[],
  attestationType: row.attestationType,
  aaguid: row.aaguid,
  credentialId: row.credentialId,
  model: row.model,
  credential: { publicKey: row.publicKey, type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' as const },
  authenticatorId: row.id,
  authenticatorName: row.name,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});
