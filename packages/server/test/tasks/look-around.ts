import { defineTask } from '../../src/core/ports/define-task.ts';

const isRefused = (work: () => unknown) => {
  try {
    work();
    return false;
  } catch {
    return true;
  }
};

/** What code in a thread could reach. */
export const lookAround = defineTask('look-around', async (_: undefined) => ({
  hasProto: Object.hasOwn(Object.prototype, '__proto__'),
  // biome-ignore lint/security/noGlobalEval: it must be refused
  refusesEval: isRefused(() => eval('1')),
  refusesFunction: isRefused(() => new Function('return 1')),
  refusesConstructor: isRefused(() => (async () => {}).constructor('return 1')),
  environment: Object.keys(process.env),
}));
