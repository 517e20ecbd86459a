/**
 * The environment variable that lets Node programs reuse compiled code, for tests that give a program its own environment.
 * It halves the start-up time of a service.
 */
export const compileCache: Readonly<Record<string, string>> = process.env['NODE_COMPILE_CACHE']
  ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
  : {};
