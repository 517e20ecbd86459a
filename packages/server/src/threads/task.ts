import type { PlainData } from './plain-data.ts';

/** Work for a thread. */
export class Task<Input extends PlainData, Output extends PlainData> {
  /** The module that exports the task: a thread imports it. */
  readonly url: string;
  readonly work: (input: Input) => Promise<Output>;

  constructor(url: string, work: (input: Input) => Promise<Output>) {
    this.url = url;
    this.work = work;
  }
}

/**
 * Defines work for a thread: a function without side effects. Each task is the only one in its file. The bytes of its input and
 * output are wiped in the thread, so it must not keep them. Strings cannot be wiped: pass secrets as bytes. A task may throw an
 * ApiError, but importing it loads the whole contract into each thread; where the caller can throw it, return a result instead.
 *
 * @example
 * export const deriveSeed = defineTask(import.meta.url, async ({ entropy }: { readonly entropy: Uint8Array }) => …);
 */
export const defineTask = <Input extends PlainData, Output extends PlainData>(
  url: string,
  work: (input: Input) => Promise<Output>,
): Task<Input, Output> => new Task(url, work);
