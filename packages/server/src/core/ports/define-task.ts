import type { Share } from '../model/share.ts';

/** A Buffer arrives as a Uint8Array on the other side, so a task cannot ask for a Buffer or return one. */
export type Bytes = Uint8Array & { readonly readUInt8?: never };

/** What can be handed to a thread and back. All bytes in it can be found, and so be wiped. */
export type PlainData =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | Bytes
  | readonly PlainData[]
  | { readonly [name: string]: PlainData };

/** Work for a thread. */
export class Task<Input extends PlainData, Output extends PlainData> {
  /** By which a thread finds it in its table of tasks: no message makes a thread import a file. */
  readonly name: string;
  readonly work: (input: Input) => Promise<Output>;

  constructor(name: string, work: (input: Input) => Promise<Output>) {
    this.name = name;
    this.work = work;
  }
}

/**
 * Defines work for a thread: a function without side effects. A table of tasks has it by its name. The bytes of its input and
 * output are wiped in the thread, so it must not keep them. Strings cannot be wiped: pass secrets as bytes. A task may throw an
 * ApiError, but importing it loads the whole contract into each thread; where the caller can throw it, return a result instead.
 *
 * @example
 * export const deriveSeed = defineTask('derive-seed', async ({ entropy }: { readonly entropy: Uint8Array }) => …);
 */
export const defineTask = <Input extends PlainData, Output extends PlainData>(
  name: string,
  work: (input: Input) => Promise<Output>,
): Task<Input, Output> => new Task(name, work);

/** Tasks by their names. A thread loads each one when it first runs it. */
export type TaskTable = Readonly<Record<string, () => Promise<Task<never, PlainData>>>>;

export interface TaskOptions {
  /** Who the task is for: they take turns. */
  readonly share: Share;
  /**
   * Stops waiting for the task. A task that waits for a thread is then never run; one that is running ends by itself, and its
   * output is wiped: to replace a thread costs more than most tasks.
   */
  readonly signal?: AbortSignal | undefined;
}

/** What runs tasks off the event loop. */
export interface RunsTasks {
  /**
   * Runs a task. Its input is copied when a thread is free for it, so wipe the input only after this promise has settled.
   *
   * @example
   * const seed = await threads.run(deriveSeed, { entropy }, { share: shareOf(organization, caller), signal });
   */
  run<Input extends PlainData, Output extends PlainData>(
    task: Task<Input, Output>,
    input: Input,
    options: TaskOptions,
  ): Promise<Output>;
}
