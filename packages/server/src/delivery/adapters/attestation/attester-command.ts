import { execFile } from 'node:child_process';
import type { Attester } from '../../../core/ports/attester.ts';
import { AttesterError } from './attester-error.ts';

const longestMs = 30_000;
/** Of the document in base64. */
const maxBytes = 256 * 1024;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

interface AttesterSettings {
  /** The program, and then its arguments. */
  readonly command: readonly string[];
}

/**
 * An attester that is a program of the operator. It gets what to attest as JSON on its standard input, and prints the document in
 * base64.
 */
export function createAttesterCommand(
  { command: [program = '', ...args] }: AttesterSettings,
  { timeoutMs = longestMs }: { readonly timeoutMs?: number } = {},
): Attester {
  return {
    async attest(boot) {
      const printed = await run(program, args, JSON.stringify(boot), timeoutMs);
      const text = printed.trim();
      if (text === '' || !base64.test(text))
        throw new AttesterError(`the attester ${program} did not print a document in base64`);
      return Buffer.from(text, 'base64');
    },
  };
}

function run(program: string, args: readonly string[], input: string, timeoutMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // The environment of the service may have secrets.
  const env = { PATH: process.env['PATH'] ?? '' };
  const limits = { timeout: timeoutMs, maxBuffer: maxBytes, killSignal: 'SIGKILL' } as const;
  const child = execFile(program, args, { env, encoding: 'utf8', ...limits }, (error, stdout) => {
    if (error) reject(new AttesterError(`the attester ${program} failed: ${problemOf(error, timeoutMs)}`));
    else resolve(stdout);
  });
  // It may end without reading its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return promise;
}

/** Its message would repeat what the program printed, which may be anything. */
function problemOf(
  { code, killed }: { readonly code?: unknown; readonly killed?: boolean },
  timeoutMs: number,
): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `it printed more than ${maxBytes} bytes`;
  if (killed) return `it took longer than ${timeoutMs} ms`;
  return typeof code === 'number' ? `it exited with ${code}` : String(code ?? 'it was killed');
}
