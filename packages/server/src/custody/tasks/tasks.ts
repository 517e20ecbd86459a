import type { TaskTable } from '../../core/ports/define-task.ts';

/** The tasks of the service. Each is imported on demand: a thread should load little. */
export const tasks: TaskTable = {
  'create-private-keys': async () => (await import('./create-private-keys.ts')).createPrivateKeys,
  'create-wallet': async () => (await import('./create-wallet.ts')).createWallet,
  'derive-account-key': async () => (await import('./derive-account-key.ts')).deriveAccountKey,
  'derive-accounts': async () => (await import('./derive-accounts.ts')).deriveAccounts,
  'read-private-key': async () => (await import('./read-private-key.ts')).readPrivateKey,
  'read-wallet': async () => (await import('./read-wallet.ts')).readWallet,
  'sign-messages': async () => (await import('./sign-messages.ts')).signMessages,
};
