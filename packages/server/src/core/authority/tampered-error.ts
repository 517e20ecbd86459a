/** The store holds data that this service did not write. The message names rows, never values. */
export class TamperedError extends Error {
  override readonly name = 'TamperedError';
}
