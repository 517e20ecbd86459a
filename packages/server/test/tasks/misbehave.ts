import { defineTask } from '../../src/core/ports/define-task.ts';

const ways = {
  quote: () => {
    throw new SyntaxError('not valid: secret\n    at secret');
  },
  'throw text': () => {
    throw 'secret';
  },
  'return a function': () => () => {},
  'return a class instance': () => new Map([['key', new Uint8Array(1)]]),
  hang: () => {
    while (true);
  },
  'wait forever': () => new Promise(() => {}),
  exit: () => process.exit(0),
  'use up memory': () => {
    for (const kept: unknown[] = []; ; ) kept.push(Array.from({ length: 1_000 }, () => kept.length));
  },
  'throw later': () => {
    setTimeout(() => {
      throw new Error('secret');
    });
  },
};

export const misbehave = defineTask('misbehave', async (way: keyof typeof ways) => (await ways[way]()) as undefined);
