import { ApiError } from '../../src/contract/api-error.ts';
import { defineTask } from '../../src/contract/define-task.ts';

export const refuse = defineTask('refuse', async (field: string) => {
  if (field === '') return undefined;
  const fieldViolations = [{ field, description: 'invalid path format' }];
  throw new ApiError('REQUEST_INVALID', 'invalid path', { fieldViolations, cause: new Error('secret') });
});
