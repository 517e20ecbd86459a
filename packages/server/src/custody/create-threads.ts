import { extname } from 'node:path';
import { Threads, type ThreadsOptions } from './threads/threads.ts';

/** In a published package the program is compiled, and in a bundle it is built, like this file. */
const program = new URL(`./thread-program${extname(import.meta.url)}`, import.meta.url);

/** Threads that know the tasks of the service. */
export const createThreads = (options: Omit<ThreadsOptions, 'program'> = {}): Threads =>
  new Threads({ ...options, program });
