import { measureConsole } from '@mintmark/conformance/console-figures';
import { median } from './race.ts';

const activities = 10_000;

/** Measures what the console costs a browser: the bytes of each page, the first paint, and the scrolling of a long list. */
export async function benchConsole(): Promise<void> {
  const figures = await measureConsole({ paints: 11, scrolls: 3, activities });
  if (!figures) return;
  const { bytes, paints, scrolls } = figures;
  console.log('loaded to open a page of the console, empty cache   bytes');
  for (const [name, size] of bytes) console.log(`${name.padEnd(48)}${String(size).padStart(9)}`);

  const [ofConsole, ofDocs] = [median(paints.console), median(paints.docs)];
  console.log('\nfirst useful paint, empty cache                        ms   beside the docs page');
  console.log(`docs page${ofDocs.toFixed(0).padStart(48)}${'1.00'.padStart(23)}`);
  console.log(`console${ofConsole.toFixed(0).padStart(50)}${(ofConsole / ofDocs).toFixed(2).padStart(23)}`);

  console.log(`\n${activities} activities scrolled through     frames   median ms   longest ms   above 50 ms`);
  for (const { loading, loaded } of scrolls) {
    console.log(`while they are loaded       ${frameWords(loading)}`);
    console.log(`once more, all loaded       ${frameWords(loaded)}`);
  }
}

function frameWords(pauses: readonly number[]): string {
  // A frame is shown for a whole number of refreshes: 50.1 ms are three of them, like 49.9 ms.
  const rounded = pauses.map(Math.round);
  const late = rounded.filter((pause) => pause > 50).length;
  const figures = [pauses.length, Math.round(median(pauses)), Math.max(...rounded), late];
  return figures.map((figure, index) => String(figure).padStart([15, 12, 13, 14][index] ?? 0)).join('');
}
