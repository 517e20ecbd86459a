import { registry } from '@mintmark/schema';
import { stories } from './stories.ts';
import type { StoryOperation } from './story-suite.ts';

/** The operations of the contract that have a story. */
export const storyOperations: readonly StoryOperation[] = Object.values(registry)
  .filter(({ method }) => Object.hasOwn(stories, method))
  .map((unit) => {
    const { method } = unit;
    if (unit.kind === 'activity') return { method, kind: 'selection' in unit ? 'vote' : 'activity', list: undefined };
    const isPaged = 'paginationOptions' in unit.request.shape;
    const list = Object.entries(unit.example.response).find(([, value]) => Array.isArray(value))?.[0];
    return { method, kind: 'query', list: isPaged ? list : undefined };
  });
