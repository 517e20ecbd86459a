import { readSettings, type Settings } from '@mintmark/server/runtime/process/settings';
import { pathFrom } from './path-from.ts';
import type { Surroundings } from './surroundings.ts';

/** Reads the settings of the service from the environment. */
export function settingsOf({ env, cwd }: Pick<Surroundings, 'env' | 'cwd'>): Settings {
  const settings = readSettings(env);
  const { dataDirectory, configFile, masterKeyFile, demoDirectory } = settings;
  return {
    ...settings,
    dataDirectory: pathFrom(cwd, dataDirectory),
    configFile: configFile && pathFrom(cwd, configFile),
    masterKeyFile: masterKeyFile && pathFrom(cwd, masterKeyFile),
    demoDirectory: demoDirectory && pathFrom(cwd, demoDirectory),
  };
}
