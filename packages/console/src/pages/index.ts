import type { ComponentType } from 'preact';
import type { PageProps } from './page-props.ts';

interface Entry {
  /** Its part of the address. */
  readonly name: string;
  /** The navigation label; omit it to hide the page. */
  readonly title?: string;
  readonly load: () => Promise<ComponentType<PageProps>>;
}

/** All pages, in the order of the navigation. */
export const pages: readonly Entry[] = [
  {
    name: 'activities',
    title: 'Activities',
    load: async () => (await import('./activities/activities.tsx')).Activities,
  },
  { name: 'users', title: 'Users', load: async () => (await import('./users/users.tsx')).Users },
  {
    name: 'sub-organizations',
    title: 'Sub-organizations',
    load: async () => (await import('./sub-organizations/sub-organizations.tsx')).SubOrganizations,
  },
  {
    name: 'wallets',
    title: 'Wallets',
    load: async () => (await import('./wallets/wallets.tsx')).Wallets,
  },
  {
    name: 'private-keys',
    title: 'Private keys',
    load: async () => (await import('./private-keys/private-keys.tsx')).PrivateKeys,
  },
  {
    name: 'policies',
    title: 'Policies',
    load: async () => (await import('./policies/policies.tsx')).Policies,
  },
  {
    name: 'contract-interfaces',
    title: 'Contract interfaces',
    load: async () => (await import('./contract-interfaces/contract-interfaces.tsx')).ContractInterfaces,
  },
  { name: 'webhooks', title: 'Webhooks', load: async () => (await import('./webhooks/webhooks.tsx')).Webhooks },
  { name: 'settings', title: 'Settings', load: async () => (await import('./settings/settings.tsx')).Settings },
];
