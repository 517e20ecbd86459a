/** A file of policies or of cases that cannot be used. The message is a sentence for whoever wrote the file. */
export class PolicyFileError extends Error {
  override readonly name = 'PolicyFileError';
}

/** A mistake in a file, and where it is. */
export interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
