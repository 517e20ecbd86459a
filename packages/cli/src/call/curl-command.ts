import type { WireRequest } from './send-request.ts';
import { shellWord } from './shell-word.ts';

/** Linux allows 128 KiB for one word of a command. The words of a command inside the shell have no limit. */
const longestWord = 128 * 1024 - 1;

/** The command that sends a request with curl. */
export function curlCommand({ url, body, credential }: WireRequest): string {
  const isLong = Buffer.byteLength(body) > longestWord;
  const words = [
    'curl --fail-with-body --silent --show-error',
    `--header ${shellWord('Content-Type: application/json')}`,
    `--header ${shellWord(`${credential.name}: ${credential.value}`)}`,
    // --data-raw, because --data would read a body that begins with @ as the name of a file.
    isLong ? '--data-binary @-' : `--data-raw ${shellWord(body)}`,
    shellWord(url),
  ];
  return `${isLong ? `printf %s ${shellWord(body)} | ` : ''}${words.join(' \\\n  ')}`;
}
