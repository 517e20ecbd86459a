import instance from './0001-instance.ts';
import organizations from './0002-organizations.ts';
import activities from './0003-activities.ts';
import secrets from './0004-secrets.ts';

/**
 * All migrations, in the order in which they run. Modules, since only those reach a published package.
 *
 * One that was released is never changed or taken out: what is wrong with it, the next one puts right.
 */
export const migrations: Readonly<Record<string, string>> = {
  '0001-instance': instance,
  '0002-organizations': organizations,
  '0003-activities': activities,
  '0004-secrets': secrets,
};
