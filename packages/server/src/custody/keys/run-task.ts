import type { Bytes, PlainData, Task } from '../../contract/define-task.ts';
import type { PrepareContext } from '../../contract/implement.ts';
import { shareOf } from '../../contract/share.ts';

/** Runs a task for the activity that is prepared. */
export const runTask = <Input extends PlainData, Output extends PlainData>(
  { organization, caller, services: { threads }, signal }: PrepareContext,
  task: Task<Input, Output>,
  input: Input,
): Promise<Output> => threads.run(task, input, { share: shareOf(organization, caller), signal });

/** The bytes of a buffer as a task takes them, without a copy. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Bytes =>
  new Uint8Array(buffer, byteOffset, byteLength);
