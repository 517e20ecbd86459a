import { notRun } from '@mintmark/testing/not-run';

/** Whether tests can give files to other users. Without root, the skipped tests are reported; in CI that is an error. */
export const runsAsRoot = (what: string): boolean =>
  process.getuid?.() === 0 || notRun(what, 'the rights of root', 'run the tests as root') === true;

/** A user who is neither root nor the one that PostgreSQL runs as. */
export const stranger = 54_321;
