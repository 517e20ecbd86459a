import type { Target } from '../targets/target.ts';
import * as table from './generated.ts';
import type { Story } from './story.ts';

/** The story of every operation that the server carries out, by the method that calls it. */
export const stories: Readonly<Record<string, Story>> = table;

/** Whether a story can be played against a target: an existing server need not have what is around a new one. */
export function isPlayable({ signIn, hasChain }: Pick<Target, 'signIn' | 'hasChain'>, method: string): boolean {
  const { needsSignIn, needsChain } = stories[method] ?? {};
  return (signIn !== undefined || !needsSignIn) && (hasChain === true || !needsChain);
}
