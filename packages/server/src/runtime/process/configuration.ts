import { lstat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readStrictJson } from '@mintmark/stamper/encoding';
import { readJwksFile } from '../../delivery/adapters/oidc/jwks-file.ts';
import { readOperatorFile, UnsafeFileError } from '../../storage/files/own-file.ts';
import type { CheckJwksFile } from './configuration-parts/oidc.ts';
import type { ReadSecret } from './configuration-parts/secret.ts';
import { buildConfigurationSchema, type Configuration } from './configuration-schema.ts';
import { mistakesOf } from './mistakes-of.ts';
import type { Settings } from './settings.ts';
import { SettingsError } from './settings-error.ts';

/** Reads the configuration file. Throws one SettingsError that names every mistake by its path, and no value. */
export async function readConfiguration(
  { configFile, dataDirectory }: Pick<Settings, 'configFile' | 'dataDirectory'>,
  env: NodeJS.ProcessEnv,
): Promise<Configuration> {
  const path = configFile ?? join(dataDirectory, 'config.json');
  const bytes = await readOperatorFile(path).catch(async (error: NodeJS.ErrnoException) => {
    // A link that leads nowhere is a mistake, and no absent file. If the data directory is a file, the start says so later.
    const isNowhere = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    const isAbsent = isNowhere && !(await lstat(path).catch(() => undefined));
    if (isAbsent && configFile === undefined) return undefined;
    throw new SettingsError(reasonOf(error, path));
  });
  if (!bytes) return {};
  const written = readStrictJson(bytes, (problem) => new SettingsError(`${path} ${problem}`));
  const directory = dirname(path);
  const schema = buildConfigurationSchema(secretReader(directory, env), jwksFileChecker(directory));
  const { data, error } = await schema.safeParseAsync(written);
  if (error) throw new SettingsError([`${path} is not valid:`, ...mistakesOf(error.issues)].join('\n  '));
  const { $schema: _, ...configuration } = data;
  return configuration;
}

/** Reads secrets from an environment, and from files whose paths are relative to a directory. */
function secretReader(directory: string, env: NodeJS.ProcessEnv): ReadSecret {
  return async (reference) => {
    if ('env' in reference) {
      const value = env[reference.env];
      if (!value) throw new SettingsError(`the variable ${reference.env} is not set`);
      return value;
    }
    const path = resolve(directory, reference.file);
    const bytes = await readOperatorFile(path).catch((error: NodeJS.ErrnoException) => {
      throw new SettingsError(reasonOf(error, path));
    });
    // Editors and `echo` end a file with a line break.
    return bytes.toString().replace(/\r?\n$/, '');
  };
}

/** Reads the file once, so that a mistake in it is known at the start. */
function jwksFileChecker(directory: string): CheckJwksFile {
  return async (file) => {
    const path = resolve(directory, file);
    await readJwksFile(path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === undefined ? error : new SettingsError(reasonOf(error, path));
    });
    return path;
  };
}

const reasonOf = (error: NodeJS.ErrnoException, path: string) =>
  error instanceof UnsafeFileError ? error.message : `cannot read ${path}: ${error.code}`;
