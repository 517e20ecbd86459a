import { isAbsolute, join } from 'node:path';

/** The path that a written path means for a program in a directory. With `.` it stays as it is written. */
export const pathFrom = (directory: string, path: string): string =>
  directory === '.' || isAbsolute(path) ? path : join(directory, path);
