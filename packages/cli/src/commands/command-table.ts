import type { CommandEntry } from './command.ts';

const callOptions = {
  options: ['json', 'key', 'organization', 'url', 'auth-proxy-config', 'output', 'timeout'],
  flags: ['as-parent', 'wait', 'dry-run', 'curl', 'unseen'],
};

/** The commands of `mintmark`, by name. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  start: { summary: 'starts the service', load: async () => (await import('./start.ts')).start },
  call: {
    summary: 'calls an operation of the running service',
    load: async () => (await import('./call.ts')).call,
    ...callOptions,
    takesWords: true,
    errorCode: 2,
  },
  operations: {
    summary: 'lists the operations that can be called',
    load: async () => (await import('./operations.ts')).operations,
    options: ['output'],
    takesWords: true,
    errorCode: 2,
  },
  whoami: {
    summary: 'asks the running service who the caller is: short for call whoami',
    load: async () => (await import('./call.ts')).whoami,
    ...callOptions,
    errorCode: 2,
  },
  completion: {
    summary: 'prints a script that completes commands, operations and fields in your shell',
    load: async () => (await import('./completion.ts')).completion,
    takesWords: true,
    errorCode: 2,
  },
  'audit verify': {
    summary: 'verifies the audit log',
    load: async () => (await import('./audit-verify.ts')).auditVerify,
    options: ['heads'],
  },
  'audit heads': {
    summary: 'writes the newest link of every audit chain, to keep elsewhere',
    load: async () => (await import('./audit-heads.ts')).auditHeads,
    options: ['file'],
  },
  'policy test': {
    summary: 'tests policies: runs test cases from files, without a service',
    load: async () => (await import('./policy-test.ts')).policyTest,
    takesWords: true,
    errorCode: 2,
  },
  'policy explain': {
    summary: 'explains how policies decide a case in a file, or a past activity',
    load: async () => (await import('./policy-explain.ts')).policyExplain,
    options: ['case', 'organization', 'activity'],
    takesWords: true,
    errorCode: 2,
  },
  'policy replay': {
    summary: 'lists past activities that other policies would have decided differently',
    load: async () => (await import('./policy-replay.ts')).policyReplay,
    options: ['policies', 'organization', 'since'],
    flags: ['all', 'exit-code'],
    errorCode: 2,
  },
  'proof verify': {
    summary: 'verifies app proofs and boot proofs in files, without a service',
    load: async () => (await import('./proof-verify.ts')).proofVerify,
    options: ['service-key', 'code-digest'],
    takesWords: true,
    errorCode: 2,
  },
  'proof manifest': {
    summary: 'prints the manifest that boot proofs of this installation contain',
    load: async () => (await import('./proof-manifest.ts')).proofManifest,
  },
  'organization create': {
    summary: 'creates another top-level organization with its own root user',
    load: async () => (await import('./organization.ts')).organizationCreate,
    options: ['name', 'file', 'public-key'],
  },
  'organization list': {
    summary: 'lists the top-level organizations',
    load: async () => (await import('./organization.ts')).organizationList,
  },
  'root add-key': {
    summary: 'adds a key to a root user who lost theirs, and notifies all root users',
    load: async () => (await import('./root-add-key.ts')).rootAddKey,
    options: ['organization', 'user', 'public-key', 'curve'],
    flags: ['dry-run'],
  },
  'outbox list': {
    summary: 'lists the deliveries that are pending, and those that failed',
    load: async () => (await import('./outbox.ts')).outboxList,
    options: ['state', 'organization'],
  },
  'outbox retry': {
    summary: 'retries outbox entries',
    load: async () => (await import('./outbox.ts')).outboxRetry,
    options: ['id', 'organization'],
  },
  'mail test': {
    summary: 'sends a message to an address, to test the mail settings',
    load: async () => (await import('./mail-test.ts')).mailTest,
    options: ['to'],
    operand: 'to',
  },
  'webhook send': {
    summary: 'sends a signed test event to a webhook endpoint',
    load: async () => (await import('./webhook-send.ts')).webhookSend,
    options: ['organization', 'endpoint'],
  },
  'database distribute': {
    summary: 'distributes the tables over the machines of a PostgreSQL with the Citus extension',
    load: async () => (await import('./database-distribute.ts')).databaseDistribute,
  },
  'master-key create': {
    summary: 'creates a master key, for a database that has none yet',
    load: async () => (await import('./master-key.ts')).masterKeyCreate,
  },
  'master-key rotate': {
    summary: 'creates a new master key and wraps every data key with it',
    load: async () => (await import('./master-key.ts')).masterKeyRotate,
  },
  'master-key status': {
    summary: 'shows which master keys the database needs',
    load: async () => (await import('./master-key.ts')).masterKeyStatus,
  },
};
