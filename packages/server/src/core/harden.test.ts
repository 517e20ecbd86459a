import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The value of an expression in a process that has loaded it. */
function evaluate(expression: string): unknown {
  const harden = JSON.stringify(join(import.meta.dirname, 'harden.ts'));
  const program = `import ${harden}; console.log(JSON.stringify(await (async () => ${expression})()));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
}

test('default: JSON cannot reach a prototype, no signal opens the inspector, no report holds the environment', () => {
  const expression = `{
    const merged = Object.assign({}, JSON.parse('{"__proto__":{"isAdmin":true}}'));
    return {
      isAdmin: merged.isAdmin === true,
      accessor: Object.hasOwn(Object.prototype, '__proto__'),
      environment: 'environmentVariables' in process.report.getReport(),
      listeners: process.listenerCount('SIGUSR1'),
    };
  }`;
  expect(evaluate(expression)).toEqual({ isAdmin: false, accessor: false, environment: false, listeners: 1 });
});

test('behavior: no function constructor turns text into code', () => {
  const ways = [
    "eval('1')",
    "(0, eval)('1')",
    "new Function('return 1')",
    "Function('return 1')()",
    "({}).constructor.constructor('return 1')()",
    "(async () => {}).constructor('1')",
    "(function* () {}).constructor('1')",
    "(async function* () {}).constructor('1')",
    "(class {}).constructor('1')",
    "Reflect.construct(Function, ['1'])",
  ];
  const tried = `[${ways.map((way) => `() => ${way}`).join(', ')}].map((way) => {
    try {
      return String(way());
    } catch {
      return 'refused';
    }
  })`;
  expect(evaluate(tried)).toEqual(ways.map(() => 'refused'));
  expect(evaluate('[(() => {}) instanceof Function, {} instanceof Function]')).toEqual([true, false]);
});
