import { told } from './error-plan.ts';
import type { StoryOperation } from './story-suite.ts';

/** The operations of the contract that have a story. */
export const storyOperations: readonly StoryOperation[] = told.map((unit) => {
  const { method } = unit;
  if (unit.kind === 'activity') return { method, kind: 'selection' in unit ? 'vote' : 'activity', list: undefined };
  const isPaged = 'paginationOptions' in unit.request.shape;
  const list = Object.entries(unit.example.response).find(([, value]) => Array.isArray(value))?.[0];
  return { method, kind: 'query', list: isPaged ? list : undefined };
});
