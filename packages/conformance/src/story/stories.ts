import * as table from '../generated/stories.ts';
import type { Target } from '../targets/target.ts';
import type { Story } from './story.ts';

/** The story of every operation that the server carries out, by the method that calls it. */
export const stories: Readonly<Record<string, Story>> = table;

/** Whether a story can be played against a target: an existing server need not accept the issuer of the stories. */
export const isPlayable = ({ signIn }: Pick<Target, 'signIn'>, method: string): boolean =>
  signIn !== undefined || !stories[method]?.needsSignIn;
