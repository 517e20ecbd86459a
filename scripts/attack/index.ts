import { reportRefusal } from '../command.ts';
import { help, readCommand } from './attack-options.ts';
import { runFaults } from './faults.ts';
import { runFloods } from './floods.ts';
import { verdictOf } from './verdict.ts';

const attacks = { floods: runFloods, faults: runFaults };

await reportRefusal(async () => {
  const { name, wantsHelp, ...options } = readCommand(process.argv.slice(2));
  if (wantsHelp) return help;
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => abort.abort());
  console.log(
    `${name}, seed ${options.seed}, ${options.durationMs / 1000} s, against ${options.servers.join(' and ')}`,
  );
  return verdictOf(abort.signal, () => attacks[name]({ ...options, signal: abort.signal }));
});
