/** What a thread runs to know the tasks of tests. */
export const testProgram = new URL('./thread-program.ts', import.meta.url);
