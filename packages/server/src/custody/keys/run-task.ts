import type { PrepareContext } from '../../core/handlers/implement.ts';
import { shareOf } from '../../core/model/share.ts';
import type { PlainData, Task } from '../../core/ports/define-task.ts';

/** Runs a task for the activity that is prepared. */
export const runTask = <Input extends PlainData, Output extends PlainData>(
  { organization, caller, services: { threads }, signal }: PrepareContext,
  task: Task<Input, Output>,
  input: Input,
): Promise<Output> => threads.run(task, input, { share: shareOf(organization, caller), signal });
