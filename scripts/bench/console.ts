import { measureConsole } from '@mintmark/conformance/console-figures';
import { median } from './race.ts';

const activities = 10_000;

/** Measures what the console costs a browser: the bytes of each page, the first paint, and the scrolling of a long list. */
export async function benchConsole(): Promise<void> {
  const figures = await measureConsole({ rounds: 11, activities });
  if (!figures) return;
  const { bytes, paints, frames } = figures;
  console.log('loaded to open a page of the console, empty cache   bytes');
  for (const [name, size] of bytes) console.log(`${name.padEnd(48)}${String(size).padStart(9)}`);

  const [ofConsole, ofDocs] = [median(paints.console), median(paints.docs)];
  console.log('\nfirst useful paint, empty cache                        ms   beside the docs page');
  console.log(`docs page${ofDocs.toFixed(0).padStart(48)}${'1.00'.padStart(23)}`);
  console.log(`console${ofConsole.toFixed(0).padStart(50)}${(ofConsole / ofDocs).toFixed(2).padStart(23)}`);

  const sorted = frames.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  const late = frames.filter((pause) => pause > 50).length;
  console.log(`\n${activities} activities scrolled through in ${frames.length} frames: median ${at(0.5)} ms,`);
  console.log(`99 % within ${at(0.99)} ms, the longest ${at(1)} ms; above 50 ms: ${late}`);
}
