import type { Random } from './random.ts';

/** What fails: the network between one process and PostgreSQL, that process, or PostgreSQL itself. */
type FaultKind = 'slow' | 'pause' | 'stall' | 'stallSome' | 'cut' | 'killPostgres' | 'killService';

export interface Fault {
  readonly kind: FaultKind;
  /** Time since the beginning. */
  readonly atMs: number;
  readonly forMs: number;
  /** Which of the two processes is affected. */
  readonly process: 0 | 1;
  /** For `slow`: the delay. */
  readonly delayMs: number;
}

/** Every kind, some more than once, is used before the list starts over. */
const deck: readonly FaultKind[] = [
  'slow',
  'slow',
  'pause',
  'stall',
  'stallSome',
  'stallSome',
  'cut',
  'killPostgres',
  'killService',
];

/**
 * Plans the faults. A process of the service is killed only in the first half, because its memory is measured in the second
 * half. The last tenth has no faults.
 */
export function planFaults(random: Random, durationMs: number): Fault[] {
  const faults: Fault[] = [];
  let left: FaultKind[] = [];
  let atMs = 1000;
  for (;;) {
    if (left.length === 0) left = [...deck];
    const [kind] = left.splice(random(left.length), 1) as [FaultKind];
    const fault: Fault = {
      kind,
      atMs,
      forMs: 300 + random(6_000),
      process: random(2) === 0 ? 0 : 1,
      delayMs: 5 + random(400),
    };
    if (atMs + fault.forMs > 0.9 * durationMs) return faults;
    if (kind === 'killService' && atMs > durationMs / 2) continue;
    faults.push(fault);
    atMs += 500 + random(5_000);
  }
}
