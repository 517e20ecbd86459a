/** Why a secret cannot be kept or read. */
export const secretsErrorCodes = {
  MASTER_KEY_MISSING: 'There is no master key',
  MASTER_KEY_INVALID: 'The master key file does not hold a valid key',
  MASTER_KEY_EXPOSED: 'Users other than its owner can access the master key file',
  MASTER_KEY_NOT_WRITTEN: 'The master key file cannot be written',
  MASTER_KEY_UNKNOWN: 'The database was sealed with a master key that is missing',
  DATA_KEY_MISSING: 'The tenant has no data key',
  SERVICE_KEY_CHANGED: 'A service key is not the one that the service created',
  AUTHORITY_MISSING: 'No row of the database is authenticated by its key',
  NOT_OPENED: 'The sealed value cannot be decrypted: it was changed or moved, or sealed with another key',
} as const;

export type SecretsErrorCode = keyof typeof secretsErrorCodes;

/** Every error about secrets. `code` is stable, and no message holds a key or a secret. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
  readonly code: SecretsErrorCode;

  constructor(code: SecretsErrorCode, message: string = secretsErrorCodes[code]) {
    super(message);
    this.code = code;
  }
}
