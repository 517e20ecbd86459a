import type { ErrorName } from '../errors.ts';
import type { TagName } from '../tags.ts';

/** What every unit says of its operation. */
export interface UnitWords {
  readonly tag: TagName;
  readonly summary: string;
  readonly description: string;
}

/** What a definition may leave out. */
export interface OwnErrors {
  /** Errors of this operation beyond those that all of its kind can answer with. */
  readonly errors?: readonly ErrorName[];
}
