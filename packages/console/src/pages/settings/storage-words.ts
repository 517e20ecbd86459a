import type { components } from '@mintmark/client';

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A number of bytes as people write it. */
function bytesWords(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const number = bytes / 1024 ** power;
  return `${power === 0 || number >= 100 ? Math.round(number) : Number(number.toFixed(1))} ${units[power]}`;
}

/** How much of the storage of an organization is used and left. */
export function storageWords({ usedBytes, limitBytes, leftBytes }: components['schemas']['StorageUse']): string {
  const used = `${bytesWords(Number(usedBytes))} of ${bytesWords(Number(limitBytes))} used`;
  if (leftBytes !== '0') return `${used}, ${bytesWords(Number(leftBytes))} left`;
  return `${used}. Nothing is left: only deleting, revoking, exporting and signing in still work`;
}
