import { TamperedError } from '../../core/authority/tampered-error.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { SecretsError } from '../../custody/secrets/secrets-error.ts';
import { ThreadError } from '../../custody/threads/thread-error.ts';
import { AttesterError } from '../../delivery/adapters/attestation/attester-error.ts';
import { EvmError } from '../../delivery/adapters/evm/evm-error.ts';
import { MailError } from '../../delivery/adapters/mail/mail-error.ts';
import { OutboundError } from '../../delivery/adapters/outbound-error.ts';
import { SmsError } from '../../delivery/adapters/sms/sms-error.ts';
import { SwapProviderError } from '../../delivery/adapters/swap/swap-provider-error.ts';
import { FollowerError } from '../../funds/history/follower-error.ts';
import { StoreError } from '../../storage/store/store-error.ts';

export interface DescribedError {
  readonly name: string;
  /** Only for errors whose messages are known to hold no values. */
  readonly message?: string;
  readonly stack: readonly string[];
  readonly cause?: DescribedError;
}

/**
 * An error for the log: its name and where it was thrown. Its message is left out, unless the error is one of ours: parsers
 * and drivers quote their input.
 */
export function describeError(error: unknown, depth = 3): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const { name, message, stack = '', cause } = error;
  const isOurs = [
    ApiError,
    AttesterError,
    EvmError,
    FollowerError,
    MailError,
    OutboundError,
    SecretsError,
    SmsError,
    StoreError,
    SwapProviderError,
    TamperedError,
    ThreadError,
  ].some((ours) => error instanceof ours);
  // The stack repeats the message, and no line of the message may pass for a stack frame.
  const places = message === '' ? stack : stack.slice(stack.indexOf(message) + message.length);
  return {
    name: /^\w{1,50}$/.test(name) ? name : 'Error',
    ...(isOurs && { message }),
    stack: stack.includes(message)
      ? places
          .split('\n')
          .filter((line) => /^ {4}at /.test(line))
          .map((line) => line.trim())
      : [],
    ...(cause !== undefined && depth > 0 && { cause: describeError(cause, depth - 1) }),
  };
}
