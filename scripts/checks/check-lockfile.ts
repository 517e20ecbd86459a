import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Refusal, root, runCommand } from '../command.ts';

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly resolution: Readonly<Record<string, unknown>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** The words of a package name that name only its platform. */
const platformWord = new RegExp(
  `[-/](${[
    'aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows',
    '64|aarch64|arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64',
    'baseline|bin|eabi|glibc|gnu|gnueabihf|msvc|musl|musleabihf',
  ].join('|')})(?=[-/]|$)`,
  'g',
);

/** Problems in a lockfile: families that lack a supported platform, and sources other than the configured registry. */
export function lockfileProblems(text: string): string[] {
  const lockfile = parse(text) as Lockfile;
  return [...missingPlatforms(lockfile), ...foreignResolutions(lockfile), ...addresses(lockfile)];
}

/**
 * If the registry lacks a platform package on the day of an upgrade, the lockfile silently omits it, and installing fails on
 * that platform. A family is a package name without its platform, at one version.
 */
function missingPlatforms({ packages }: Lockfile): string[] {
  const families = new Map<string, string[]>();
  for (const [id, locked] of Object.entries(packages)) {
    const name = id.slice(0, id.lastIndexOf('@'));
    const platforms = platformsOf(name, locked);
    if (platforms.length === 0 && !(locked.os && locked.cpu)) continue;
    const family = name.replace(platformWord, '') + id.slice(name.length);
    families.set(family, [...(families.get(family) ?? []), ...platforms]);
  }
  return [...families].flatMap(([family, present]) => {
    const missing = supported.filter((platform) => !present.includes(platform));
    return missing.length > 0 ? [`${family} lacks ${missing.join(', ')}`] : [];
  });
}

/** Some packages, including our Node, declare their platform in a way that the lockfile drops. For those, the name is used. */
function platformsOf(name: string, { os, cpu, libc = ['glibc'] }: LockedPackage): string[] {
  const words = name.split(/[-/]/);
  return supported.filter((platform) => {
    const [system = '', processor = ''] = platform.split('-');
    return libc.includes('glibc') && (os ?? words).includes(system) && (cpu ?? words).includes(processor);
  });
}

function foreignResolutions({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([id, { resolution }]) =>
    Object.keys(resolution)
      .filter((key) => key !== 'integrity')
      .map((key) => `${id} is resolved by "${key}" instead of its integrity alone`),
  );
}

/** Every URL in keys and values, except in deprecation messages. */
function addresses(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('://') ? [`contains the URL ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'deprecated' ? [] : [...addresses(key), ...addresses(inner)],
  );
}

const help = `Usage: node scripts/checks/check-lockfile.ts

Checks that pnpm-lock.yaml has every platform package for ${supported.join(', ')}, and names no host.`;

if (import.meta.main) {
  await runCommand(help, async () => {
    const problems = lockfileProblems(await readFile(join(root, 'pnpm-lock.yaml'), 'utf8'));
    if (problems.length === 0) return 'The lockfile is complete for every platform.';
    throw new Refusal(['pnpm-lock.yaml would not install everywhere:', ...problems].join('\n  '));
  });
}
