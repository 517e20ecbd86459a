/**
 * The receiver's side of webhooks. Verifying returns a Verdict, whose `ok` must be checked before anything else can be read. Only
 * importing malformed keys throws a StamperError.
 */
export { StamperError, type StamperErrorCode, type Verdict } from '../stamper-error.ts';
export { importWebhookKeys, type WebhookKeys } from './import-webhook-keys.ts';
export {
  type ReceivedWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from './verify-webhook.ts';
