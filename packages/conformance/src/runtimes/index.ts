import { bun } from './bun.ts';
import { chromium } from './chromium.ts';
import { deno } from './deno.ts';
import { node } from './node.ts';
import type { Runtime } from './runtime.ts';
import { workerd } from './workerd.ts';

/** Every runtime that the packages promise to run in. */
export const runtimes: readonly Runtime[] = [node, deno, bun, workerd, chromium];
