import { Refusal } from '../../command.ts';

const defaultCounts = [10_000, 1_000_000];

/** Reads the numbers of activities from ACTIVITIES, such as `10000,1000000`: in ascending order, since the first is the reference. */
export function readActivityCounts(text: string | undefined): number[] {
  if (!text) return defaultCounts;
  const words = text.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !/^[1-9]\d{0,8}$/.test(word));
  if (wrong !== undefined)
    throw new Refusal(`ACTIVITIES must be whole numbers with commas between them, such as 10000,1000000, not ${text}`);
  return [...new Set(words.map(Number))].toSorted((a, b) => a - b);
}
