/** A mistake of the operator, said in a sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
