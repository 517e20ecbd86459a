import { availableParallelism } from 'node:os';
import { parsePublicKey } from '@mintmark/stamper/verify';

import { SettingsError } from './settings-error.ts';

/** The settings from the environment. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** The port of the metrics. Without it they are on the service's port, for this machine only. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly dataDirectory: string;
  readonly database: string;
  /** The configuration file. Without it, config.json of the data directory is used if it exists. */
  readonly configFile: string | undefined;
  readonly masterKeyFile: string | undefined;
  readonly rootPublicKey: string | undefined;
  /** Whether the first versions of verify_otp and otp_login are accepted. */
  readonly allowsOtpV1: boolean;
  /** How many processes answer requests. With 1, the first process answers them itself. */
  readonly workers: number;
  /** Whether the console is served at /console/. */
  readonly hasConsole: boolean;
  /** The directory of the sample page to serve at /demo/. Only the start script of a clone sets it, and never in production. */
  readonly demoDirectory: string | undefined;
}

/** More processes than any machine has use for: a larger number is a mistake. */
const maxWorkers = 1_024;

/** Without the prefix. Those of `mintmark call` may be set where the service starts. */
const ownNames = [
  'ALLOW_OTP_V1',
  'API_PRIVATE_KEY',
  'API_PUBLIC_KEY',
  'AUTH_PROXY_CONFIG_ID',
  'BASE_URL',
  'CONFIG_FILE',
  'CONSOLE',
  'DATA_DIR',
  'DEMO_DIR',
  'MASTER_KEY_FILE',
  'METRICS_HOST',
  'METRICS_PORT',
  'ORGANIZATION_ID',
  'ROOT_PUBLIC_KEY',
  'WORKERS',
];

/** Variables that look like settings but are unknown: most likely they are misspelt. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).filter((name) => name.startsWith('MINTMARK_') && !ownNames.includes(name.slice(9)));
}

/** Reads the settings from an environment. An empty variable counts as unset. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = readPort(env, 'PORT') ?? 8080;
  const metricsPort = readPort(env, 'MINTMARK_METRICS_PORT');
  // With 0 the system chooses a free port.
  if (metricsPort === port && port !== 0)
    throw new SettingsError(`MINTMARK_METRICS_PORT must differ from PORT, which is ${port}`);
  const rootPublicKey = env['MINTMARK_ROOT_PUBLIC_KEY'];
  return {
    host: env['HOST'] || '127.0.0.1',
    port,
    metricsHost: env['MINTMARK_METRICS_HOST'] || '127.0.0.1',
    metricsPort,
    dataDirectory: env['MINTMARK_DATA_DIR'] || '.mintmark',
    database: env['DATABASE_URL'] || 'embedded',
    configFile: env['MINTMARK_CONFIG_FILE'] || undefined,
    masterKeyFile: env['MINTMARK_MASTER_KEY_FILE'] || undefined,
    rootPublicKey: rootPublicKey ? readPublicKey('MINTMARK_ROOT_PUBLIC_KEY', rootPublicKey) : undefined,
    allowsOtpV1: readSwitch(env, 'MINTMARK_ALLOW_OTP_V1'),
    workers: readWorkers(env['MINTMARK_WORKERS']),
    hasConsole: readSwitch(env, 'MINTMARK_CONSOLE', 'true'),
    demoDirectory: (env['NODE_ENV'] !== 'production' && env['MINTMARK_DEMO_DIR']) || undefined,
  };
}

function readSwitch(env: NodeJS.ProcessEnv, name: string, usual = 'false'): boolean {
  const text = env[name] || usual;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new SettingsError(`${name} must be true or false, not ${text}`);
}

function readWorkers(text: string | undefined): number {
  if (!text) return availableParallelism();
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= maxWorkers) return Number(text);
  throw new SettingsError(`MINTMARK_WORKERS must be a whole number from 1 to ${maxWorkers}, not ${text}`);
}

function readPort(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new SettingsError(`${name} must be a whole number from 0 to 65535, not ${text}`);
}

/** Reads a P-256 public key that the operator gave under this name. */
export function readPublicKey(name: string, text: string): string {
  try {
    return parsePublicKey('p256', text.toLowerCase()).hex;
  } catch {
    throw new SettingsError(`${name} must be a compressed P-256 public key in hex`);
  }
}
