/** For a test that cannot run here: prints what was left out, what is missing and what helps. In CI that is an error. */
export function notRun(what: string, want: string, remedy: string, env: NodeJS.ProcessEnv = process.env): undefined {
  if (env['CI']) throw new Error(`${what} needs ${want}: ${remedy}`);
  console.warn(`not run: ${what}, for want of ${want}: ${remedy}`);
  return undefined;
}
