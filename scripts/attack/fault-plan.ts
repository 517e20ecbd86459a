import type { Random } from './random.ts';

/** What fails: the way of one process to its PostgreSQL, that process, or PostgreSQL itself. */
type FaultKind = 'slow' | 'pause' | 'stall' | 'stallSome' | 'cut' | 'killPostgres' | 'killService';

export interface Fault {
  readonly kind: FaultKind;
  /** Since the beginning. */
  readonly atMs: number;
  readonly forMs: number;
  /** Which of the two processes it is about. */
  readonly process: 0 | 1;
  /** For `slow`: how much later everything arrives. */
  readonly delayMs: number;
}

/** All kinds, some of them more often, are dealt before any comes again. */
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
 * Chooses what fails when. A process of the service is killed only in the first half: in the second one its memory is watched.
 * The last tenth is without faults.
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
