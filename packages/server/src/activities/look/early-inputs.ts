import type { InputsContext } from '../../core/handlers/implement.ts';
import type { Execution } from '../../core/requests/read-activity.ts';

/**
 * The inputs of an activity. They are read before policies are asked, since there is no connection afterwards, and their errors
 * are told only to those who may run the activity.
 */
export class EarlyInputs {
  readonly #context: InputsContext;
  #read: Promise<unknown> | undefined;

  constructor(context: InputsContext) {
    this.#context = context;
  }

  /** Reads them, and keeps what went wrong. */
  async read(execution: Execution): Promise<void> {
    await this.of(execution).catch(() => {});
  }

  /** The inputs, as they were read first. */
  of({ phases }: Execution): Promise<unknown> {
    this.#read ??= (async () => phases?.inputs(this.#context))();
    return this.#read;
  }
}
