/** A text message. */
export interface SmsMessage {
  /** The phone number in the form of E.164. */
  readonly to: string;
  readonly text: string;
}

/** Sends text messages. */
export interface SmsGateway {
  /** Resolves when the gateway accepted the message. Rejects with an SmsError or an OutboundError. */
  send(message: SmsMessage, options: { readonly signal: AbortSignal; readonly idempotencyKey: string }): Promise<void>;
}
