import { parsePublicKey } from '@mintmark/stamper';

/** Whether this is an uncompressed P-256 public key, as root.json has it. */
export function isOtpKey(text: string): boolean {
  try {
    parsePublicKey('p256', text);
    return text.length === 130;
  } catch {
    return false;
  }
}
