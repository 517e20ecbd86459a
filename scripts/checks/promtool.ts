import { spawnSync } from 'node:child_process';
import { notRun } from '@mintmark/testing/not-run';

/** Whether promtool is on this machine. In CI it has to be. */
export function hasPromtool(what: string): boolean {
  if (spawnSync('promtool', ['--version']).status === 0) return true;
  notRun(what, 'promtool', 'apt-get install prometheus');
  return false;
}

/** Runs promtool, and returns its status and what it printed. */
export function promtool(args: readonly string[], options: { readonly cwd?: string; readonly input?: string } = {}) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', ...options });
  return { status, output: `promtool ${args.join(' ')}\n${stdout}${stderr}`.trimEnd() };
}
