import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readContractDocument } from './contract-document.ts';
import { curlCommand } from './curl-command.ts';
import { findOperation, operationsOf } from './operation.ts';

const operation = findOperation(operationsOf(readContractDocument()), 'whoami');
const request = { operation, url: 'http://127.0.0.1:1/a', credential: { name: 'X-Stamp', value: 'abc' } };

/** Runs a command in a real shell, with a curl that prints its words and its input. */
function runWith(body: string): { words: string[]; input: string } {
  const curl = 'curl() { for word; do printf "%s\\0" "$word"; done; printf "\\0"; case "$*" in *@-*) cat;; esac; }';
  const output = execFileSync('sh', [], {
    input: `${curl}\n${curlCommand({ ...request, body })}`,
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  const end = output.indexOf('\0\0');
  return { words: output.slice(0, end).split('\0'), input: output.slice(end + 2) };
}

describe('curlCommand', () => {
  test.each(['{"a":"b"}', `{"a":"it's \\"quoted\\" $HOME \`x\` \\\\ !"}`, '{\n "a":\t1\n}\n'])(
    'default: %j',
    (body) => {
      expect(runWith(body)).toEqual({
        words: [
          '--fail-with-body',
          '--silent',
          '--show-error',
          '--header',
          'Content-Type: application/json',
          '--header',
          'X-Stamp: abc',
          '--data-raw',
          body,
          'http://127.0.0.1:1/a',
        ],
        input: '',
      });
    },
  );

  test('behavior: a body that is too long for a word goes through standard input', () => {
    const body = JSON.stringify({ a: "'".repeat(200_000) });
    const { words, input } = runWith(body);
    expect(words.slice(-3)).toEqual(['--data-binary', '@-', 'http://127.0.0.1:1/a']);
    expect(input === body).toBe(true);
  });
});
