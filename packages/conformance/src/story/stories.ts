import * as table from '../generated/stories.ts';
import type { Story } from './story.ts';

/** The story of every operation that the server carries out, by the method that calls it. */
export const stories: Readonly<Record<string, Story>> = table;
