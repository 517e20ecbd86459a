/** For a test that cannot run here: prints what is skipped, what it needs and how to fix that. In CI this is an error. */
export function notRun(what: string, want: string, remedy: string, env: NodeJS.ProcessEnv = process.env): undefined {
  if (env['CI']) throw new Error(`${what} needs ${want}: ${remedy}`);
  console.warn(`not run: ${what} (needs ${want}): ${remedy}`);
  return undefined;
}
