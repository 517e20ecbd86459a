/** Statuses that are about the message itself. Others are about the gateway, the credentials or the load. */
const permanentStatuses = [400, 410, 413, 422];

/** The gateway answered, and did not accept the text message. */
export class SmsError extends Error {
  override readonly name = 'SmsError';
  readonly status: number;

  constructor(status: number) {
    super(`the SMS gateway refused the message (HTTP ${status})`);
    this.status = status;
  }

  /** Whether sending the same message again would be useless. */
  get isPermanent(): boolean {
    return permanentStatuses.includes(this.status);
  }
}
