/** Every name that is derived from an operation's wire name. Only this file spells version suffixes. */

type Pascal<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Head>}${Pascal<Tail>}`
  : Capitalize<S>;

export type MethodName<Name extends string> = Uncapitalize<Pascal<Name>>;

export type ActivityType<
  Name extends string,
  Version extends number,
> = `ACTIVITY_TYPE_${Uppercase<Name>}${Version extends 1 ? '' : `_V${Version}`}`;

type Suffix<Version extends number> = Version extends 1 ? '' : `V${Version}`;

export type IntentKey<Name extends string, Version extends number> = `${MethodName<Name>}Intent${Suffix<Version>}`;

export type ResultKey<Name extends string, Version extends number> = `${MethodName<Name>}Result${Suffix<Version>}`;

export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The prefix of an operation's components: `create_users` gives `CreateUsers`. */
export const componentPrefix = <Name extends string>(name: Name) =>
  name.split('_').map(capitalize).join('') as Pascal<Name>;

/** The name of the operation in code: `create_users` gives `createUsers`. */
export const methodName = <Name extends string>(name: Name) => {
  const prefix = componentPrefix(name);
  return (prefix.charAt(0).toLowerCase() + prefix.slice(1)) as MethodName<Name>;
};

/** The last part of a path. A sign-up operation whose path has the name of an activity has `proxy_` before its own name. */
export type PathName<Name extends string> = Name extends `proxy_${infer Rest}` ? Rest : Name;

export const pathName = <Name extends string>(name: Name) => name.replace(/^proxy_/, '') as PathName<Name>;

const suffix = (version: number, separator: string) => (version === 1 ? '' : `${separator}V${version}`);

export const activityType = <Name extends string, Version extends number>(name: Name, version: Version) =>
  `ACTIVITY_TYPE_${name.toUpperCase()}${suffix(version, '_')}` as ActivityType<Name, Version>;

export const intentKey = <Name extends string, Version extends number>(name: Name, version: Version) =>
  `${methodName(name)}Intent${suffix(version, '')}` as IntentKey<Name, Version>;

export const resultKey = <Name extends string, Version extends number>(name: Name, version: Version) =>
  `${methodName(name)}Result${suffix(version, '')}` as ResultKey<Name, Version>;
