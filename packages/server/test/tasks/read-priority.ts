import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { basename } from 'node:path';
import { defineTask } from '../../src/core/ports/define-task.ts';

/** The priority of the thread itself, on Linux. */
export const readPriority = defineTask('read-priority', async (_: undefined) =>
  getPriority(Number(basename(readlinkSync('/proc/thread-self')))),
);
