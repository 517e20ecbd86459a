import { fileURLToPath } from 'node:url';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import { bundle } from '../bundle.ts';
import { withPatience } from './program.ts';
import type { Runtime } from './runtime.ts';
import { startStaticHost } from './static-host.ts';
import { launchTestBrowser } from './test-browser.ts';

/** Chromium, which runs a bundle as a module in an otherwise empty page. */
export const chromium: Runtime = {
  name: 'chromium',
  find: (what) => findTestBrowser(what),
  async run(executable, suite, { input, ...limits } = {}) {
    const { code } = await bundle(`export { default } from ${JSON.stringify(fileURLToPath(suite))};`, 'browser');
    await using host = await startStaticHost(
      new Map([
        ['/', { contentType: 'text/html', body: '<!doctype html><title>suite</title>' }],
        ['/suite.js', { contentType: 'text/javascript', body: code }],
      ]),
    );
    const browser = await launchTestBrowser(executable);
    try {
      const page = await browser.newPage();
      await page.goto(host.origin);
      const result = page.evaluate<string>(
        `import('/suite.js').then(({ default: run }) => run(${JSON.stringify(input)})).then((result) => JSON.stringify(result))`,
      );
      const failure = (problem: string) => new Error(`chromium ${problem}`);
      return JSON.parse(await withPatience(limits, failure, result));
    } finally {
      await browser.close();
    }
  },
};
