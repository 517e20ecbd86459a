import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file that worker processes run. In the built program it is beside this one too. */
export const workerProgram = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));
