import { buildIfChanged } from '../build.ts';

/** Builds the program that the tests of processes start. */
export default async function setUp(): Promise<void> {
  await buildIfChanged();
}
