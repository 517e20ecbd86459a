import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('default: no prototype by name, no inspector by signal, no environment in reports', () => {
  const program = `
    import ${JSON.stringify(join(import.meta.dirname, 'harden.ts'))};
    const polluted = JSON.parse('{"__proto__":{"isAdmin":true}}');
    const merged = Object.assign({}, polluted);
    const report = process.report.getReport();
    console.log(JSON.stringify({
      isAdmin: merged.isAdmin === true,
      accessor: Object.hasOwn(Object.prototype, '__proto__'),
      environment: 'environmentVariables' in report,
      listeners: process.listenerCount('SIGUSR1'),
    }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual({ isAdmin: false, accessor: false, environment: false, listeners: 1 });
});
