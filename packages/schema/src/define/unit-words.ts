import type { ErrorName } from '../errors.ts';
import type { TagName } from '../tags.ts';

/** What every unit says about its operation. */
export interface UnitWords {
  readonly tag: TagName;
  readonly summary: string;
  readonly description: string;
}

/** The optional part of a definition. */
export interface OwnErrors {
  /** Errors of this operation beyond those of its kind. */
  readonly errors?: readonly ErrorName[];
}
