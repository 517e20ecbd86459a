import type { TaskTable } from '../contract/define-task.ts';

/** The tasks of the service. Each is imported on demand: a thread should load little. */
export const tasks: TaskTable = {
  'create-private-keys': async () => (await import('./keys/tasks/create-private-keys.ts')).createPrivateKeys,
  'create-wallet': async () => (await import('./keys/tasks/create-wallet.ts')).createWallet,
  'derive-account-key': async () => (await import('./keys/tasks/derive-account-key.ts')).deriveAccountKey,
  'derive-accounts': async () => (await import('./keys/tasks/derive-accounts.ts')).deriveAccounts,
  'read-private-key': async () => (await import('./keys/tasks/read-private-key.ts')).readPrivateKey,
  'read-wallet': async () => (await import('./keys/tasks/read-wallet.ts')).readWallet,
  'sign-messages': async () => (await import('./keys/tasks/sign-messages.ts')).signMessages,
};
