import { ApiError } from '../../src/core/model/api-error.ts';
import { defineTask } from '../../src/core/ports/define-task.ts';

export const refuse = defineTask('refuse', async (field: string) => {
  if (field === '') return undefined;
  const fieldViolations = [{ field, description: 'invalid path format' }];
  throw new ApiError('REQUEST_INVALID', 'invalid path', { fieldViolations, cause: new Error('secret') });
});
