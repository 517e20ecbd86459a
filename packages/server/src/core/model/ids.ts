import { randomUUID } from 'node:crypto';

/** RFC 9562 §5.7: a UUID that sorts by its creation time. */
export function uuidv7(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  // What follows the version is random in both, and Node draws it for many UUIDs at a time.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
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
