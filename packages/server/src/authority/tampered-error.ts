/** What the store holds is not what this service has written. The message names rows, never values. */
export class TamperedError extends Error {
  override readonly name = 'TamperedError';
}
