import { createHash } from 'node:crypto';

/**
 * The id of an activity. It encodes the type and the example that get_activity returns, so the mock needs no memory to
 * recognise the activity. A UUID of version 8 (RFC 9562, section 5.8).
 */
export function activityId(type: string, example: string): string {
  const bytes = createHash('sha256').update(`mintmark mock: ${type} ${example}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
