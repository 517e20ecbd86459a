/** Statuses that are about the claim itself. Others are about the provider, the credentials or the load. */
const permanentStatuses = [400, 410, 413, 422];

/** The swap provider answered, but not as its protocol says. The message has no word of the answer. */
export class SwapProviderError extends Error {
  override readonly name = 'SwapProviderError';
  readonly status: number;

  /** @param problem What is wrong with the answer, if it is not the status. */
  constructor(status: number, problem?: string) {
    super(
      problem === undefined
        ? `the swap provider refused the request (HTTP ${status})`
        : `the response of the swap provider ${problem}`,
    );
    this.status = status;
  }

  /** Whether sending the same claim again would be useless. */
  get isPermanent(): boolean {
    return permanentStatuses.includes(this.status);
  }
}
