/** A mail to one recipient. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The name of the sender, instead of the configured one. */
  readonly fromName?: string;
  /** The address of the sender. The operator has to allow it. */
  readonly from?: string;
  readonly replyTo?: string;
  /** The same for every attempt to send this message. The mailer appends the domain of the sender: together they are the Message-ID. */
  readonly messageId?: string;
}

/** Sends mail. */
export interface Mailer {
  /** Whether the operator allows this address as the sender. */
  allowsSender(address: string): boolean;
  /** Resolves when the message was accepted. Rejects with a MailError, or with the reason of the signal. */
  send(message: MailMessage, options: { readonly signal: AbortSignal }): Promise<void>;
}
