import { randomBytes } from 'node:crypto';

/** RFC 9562 §5.7: a UUID that sorts by its creation time. */
export function uuidv7(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** UUIDs of the same time that sort in the order of the list: up to 4,096. */
export function uuidv7Series(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const id = uuidv7(now);
    // RFC 9562 §6.2: the 12 bits after the version as a counter.
    return `${id.slice(0, 15)}${index.toString(16).padStart(3, '0')}${id.slice(18)}`;
  });
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a text is a UUID, in upper or lower case. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Ids as the store writes them (in lower case), without duplicates, in the order given. */
export const distinctIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
