/** A mistake by the operator. The message is a sentence for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
