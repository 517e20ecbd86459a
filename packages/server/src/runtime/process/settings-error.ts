/** A mistake by the operator. The message is a sentence for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Says why a new file cannot be written. Errors that already say it stay as they are. */
export function notWritten(path: string, error: NodeJS.ErrnoException): Error {
  if (error.code === undefined) return error;
  const why = error.code === 'EEXIST' ? 'already exists and is not overwritten' : `cannot be written: ${error.code}`;
  return new SettingsError(`${path} ${why}`);
}
