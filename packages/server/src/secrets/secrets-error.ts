/** Why a secret cannot be kept or read. */
export const secretsErrorCodes = {
  MASTER_KEY_MISSING: 'There is no master key',
  MASTER_KEY_INVALID: 'The file of the master key does not hold one',
  MASTER_KEY_EXPOSED: 'Others than its owner can reach the file of the master key',
  MASTER_KEY_NOT_WRITTEN: 'The file of the master key cannot be written',
  MASTER_KEY_UNKNOWN: 'The database was sealed with a master key that is not there',
  DATA_KEY_MISSING: 'The tenant has no data key',
  SERVICE_KEY_CHANGED: 'A key of the service is not the one that it made',
  AUTHORITY_MISSING: 'No row of the database was written with its own key',
  NOT_OPENED: 'What was sealed does not open: it was changed or moved, or sealed with another key',
} as const;

export type SecretsErrorCode = keyof typeof secretsErrorCodes;

/** The one error of the secrets. `code` is stable, and no message holds a key or what was sealed. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
  readonly code: SecretsErrorCode;

  constructor(code: SecretsErrorCode, message: string = secretsErrorCodes[code]) {
    super(message);
    this.code = code;
  }
}
