/** A word that could stand where the cursor is. One that ends with `=` or `.` is not complete. */
export interface Candidate {
  readonly word: string;
  readonly about?: string | undefined;
}

/** What could stand where the cursor is: words, or the names of files. */
export type Candidates = readonly Candidate[] | 'files';
