/// <reference lib="dom" />
import { setTimeout } from 'node:timers/promises';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import { type ConsoleRig, createConsoleRig } from './console-rig.ts';

/** What the console costs a browser. */
export interface ConsoleFigures {
  /** The bytes that a browser with an empty cache loads to show each page, by its name. */
  readonly bytes: ReadonlyMap<string, number>;
  /** The times until something can be read, with an empty cache: of the console, and of the docs page in turns with it. */
  readonly paints: { readonly console: readonly number[]; readonly docs: readonly number[] };
  /** What was seen while somebody scrolled through all activities, once for each new tab. */
  readonly scrolls: readonly Scroll[];
}

/** The pauses between frames, in milliseconds. */
export interface Scroll {
  /** While the pages of the list were loaded. */
  readonly loading: readonly number[];
  /** On the way through the same list once more, when all was loaded: what the machine and the browser cost by themselves. */
  readonly loaded: readonly number[];
}

interface FiguresOptions {
  readonly paints: number;
  readonly scrolls: number;
  readonly activities: number;
}

/** Measures the console of a new service; nothing without a browser. */
export async function measureConsole(options: FiguresOptions): Promise<ConsoleFigures | undefined> {
  const executablePath = findTestBrowser('figures of the console');
  if (!executablePath) return undefined;
  await using rig = await createConsoleRig(executablePath);
  return {
    bytes: await measureBytes(rig),
    paints: await measurePaints(rig, options.paints),
    scrolls: await measureScrolls(rig, options),
  };
}

async function measureBytes(rig: ConsoleRig): Promise<Map<string, number>> {
  const first = await rig.openAsRoot();
  const links = await first.getByRole('navigation').getByRole('link').all();
  const hashes = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
  await first.context().close();
  const bytes = new Map<string, number>();
  for (const hash of hashes) {
    const page = await rig.open();
    await page.getByLabel('Keep it in this browser').check();
    await page.getByLabel('Or choose its file').setInputFiles(rig.rootFile);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    // A second tab of the same user, which starts on the page.
    const measured = await page.context().newPage();
    const loaded: Promise<number>[] = [];
    measured.on('response', (response) => {
      if (response.url().startsWith(rig.url))
        loaded.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        );
    });
    const cdp = await page.context().newCDPSession(measured);
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    await measured.goto(`${rig.url}${hash}`);
    await measured.locator('main h1').waitFor();
    await measured.waitForLoadState('networkidle');
    const sizes = await Promise.all(loaded);
    bytes.set(
      hash.split('/')[2] ?? '',
      sizes.reduce((sum, size) => sum + size, 0),
    );
    await page.context().close();
  }
  return bytes;
}

async function measurePaints(rig: ConsoleRig, rounds: number): Promise<ConsoleFigures['paints']> {
  const docs = new URL('/docs/', rig.url).href;
  const paints = { console: [] as number[], docs: [] as number[] };
  const measure = async (url: string) => {
    const page = await rig.open({ url });
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    await page.context().close();
    return paint ?? Number.NaN;
  };
  for (let round = 0; round < rounds; round++) {
    paints.docs.push(await measure(docs));
    paints.console.push(await measure(rig.url));
  }
  return paints;
}

async function measureScrolls(rig: ConsoleRig, { scrolls, activities }: FiguresOptions): Promise<Scroll[]> {
  const { userTagId } = await rig.client.createUserTagOrThrow({ userTagName: 'Tag 0', userIds: [] });
  let made = 1;
  const make = async () => {
    while (made < activities)
      await rig.client.updateUserTagOrThrow({
        userTagId,
        newUserTagName: `Tag ${made++}`,
        addUserIds: [],
        removeUserIds: [],
      });
  };
  await Promise.all(Array.from({ length: 16 }, make));
  const found: Scroll[] = [];
  for (let round = 0; round < scrolls; round++) {
    const page = await rig.openAsRoot();
    // The service and the page are busy at first.
    await setTimeout(5_000);
    const loading = await page.evaluate(scrollThrough);
    const rows = await page.getByRole('table', { name: 'Activities' }).getByRole('row').count();
    if (rows <= activities) throw new Error(`only ${rows - 1} activities were shown`);
    found.push({ loading, loaded: await page.evaluate(scrollThrough) });
    await page.context().close();
  }
  return found;
}

/** Scrolls from the start of the page to the end of its list. */
async function scrollThrough(): Promise<number[]> {
  const pauses: number[] = [];
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const isAtEnd = () =>
    document.querySelector('.list-end')?.textContent === 'End of the list.' &&
    scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  scrollTo(0, 0);
  let before = await nextFrame();
  while (!isAtEnd() && pauses.length < 10_000) {
    scrollBy(0, 400);
    const now = await nextFrame();
    pauses.push(now - before);
    before = now;
  }
  if (!isAtEnd()) throw new Error('the end of the list was not reached');
  return pauses;
}
