/**
 * Runs a program for as long as standard input stays open: `node lifeline.ts <program> [arguments]`.
 *
 * The system closes the pipe however the process at its other end ends, even if it is killed. So no program outlives its test.
 */
import { spawn } from 'node:child_process';

const [file = '', ...args] = process.argv.slice(2);
const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'] });

process.stdin.on('close', () => child.kill('SIGKILL')).resume();
// Forwarded, so that the program can clean up.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code, signal) => {
  if (signal) console.error(`ended by ${signal}`);
  process.exit(code ?? 128);
});
