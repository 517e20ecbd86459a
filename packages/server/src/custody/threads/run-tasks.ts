// Hardening comes first: threads do not share it with the rest of the process.
import '../../core/harden.ts';
import { existsSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { PlainData, Task, TaskTable } from '../../core/ports/define-task.ts';
import { collectGarbage } from './collect-garbage.ts';
import type { Assignment, Failure, Refusal, Reply } from './messages.ts';
import { messageOf, wipe } from './plain-data.ts';

/** Long enough that a busy thread does not pay for it. */
const idleMs = 500;

/** Makes this thread run tasks of a table, as messages ask for them. */
export function runTasks(table: TaskTable): void {
  yieldToRequests();
  if (!parentPort) throw new Error('this program runs only in a thread');
  const port = parentPort;
  const reply = (reply: Reply, moved: ArrayBuffer[] = []) => port.postMessage(reply, moved);
  const tasks = new Map<string, Task<PlainData, PlainData>>();
  let idle: NodeJS.Timeout | undefined;

  port.on('message', async ({ task: name, input }: Assignment) => {
    clearTimeout(idle);
    let output: PlainData;
    try {
      const task = tasks.get(name) ?? (await loadTask(table, name));
      tasks.set(name, task);
      output = await task.work(input);
      const { data, moved } = messageOf(output);
      reply({ output: data }, moved);
    } catch (error) {
      reply(isRefusal(error) ? { refusal: refusalOf(error) } : { failure: failureOf(error) });
    } finally {
      wipe(input);
      wipe(output);
      idle = setTimeout(collectGarbage, idleMs);
    }
  });
}

async function loadTask(table: TaskTable, name: string): Promise<Task<PlainData, PlainData>> {
  const load = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!load) throw new Error('the table has no such task');
  // A task gets only the input that its type asks for: `Threads.run` sees to that.
  return (await load()) as Task<PlainData, PlainData>;
}

/** By name: importing ApiError would load the whole contract into each thread, which takes four times the memory. */
const isRefusal = (error: unknown): error is Refusal => error instanceof Error && error.name === 'ApiError';

const refusalOf = ({ code, message, details }: Refusal): Refusal => ({ code, message, details });

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const { name, message, stack = '' } = error;
  const start = stack.indexOf(message);
  return {
    name: /^\w{1,50}$/.test(name) ? name : 'Error',
    // The stack repeats the message, and no line of the message may pass for a stack frame.
    stack:
      start < 0
        ? []
        : stack
            .slice(start + message.length)
            .split('\n')
            .filter(isFrame),
  };
}

const isFrame = (line: string) => /^ {4}at /.test(line);

/** Lets the event loop and the database go first when all cores are busy. Only on Linux does a thread have its own priority. */
function yieldToRequests(): void {
  const self = '/proc/thread-self';
  if (existsSync(self)) setPriority(Number(basename(readlinkSync(self))), constants.priority.PRIORITY_BELOW_NORMAL);
}
