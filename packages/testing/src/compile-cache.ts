/**
 * The environment variable that lets Node programs reuse compiled code, for tests that give a program an environment of its
 * own. A service starts in half the time with it.
 */
export const compileCache: Readonly<Record<string, string>> = process.env['NODE_COMPILE_CACHE']
  ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
  : {};
