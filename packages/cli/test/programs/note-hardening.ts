/** Preloaded into a program: prints each of its files that is loaded, and whether the process was hardened by then. */
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename } from 'node:path';

registerHooks({
  load(url, context, next) {
    const state = Object.hasOwn(Object.prototype, '__proto__') ? 'bare' : 'hardened';
    if (url.startsWith('file:')) writeSync(1, `${state} ${basename(url)}\n`);
    return next(url, context);
  },
});
