/** How much organizations may use. */
export interface UsageLimits {
  /** How many wallet accounts an anonymous sign-up may request. */
  readonly signUpAccounts: number;
  /** How many mails and text messages a top-level organization with its sub-organizations may send in an hour. */
  readonly messagesPerHour: number;
  /** How many bytes a sub-organization may store. */
  readonly organizationBytes: number;
  /** How many bytes a sub-organization created by an anonymous sign-up may store. */
  readonly signUpBytes: number;
  /** How many bytes a top-level organization may store together with its sub-organizations. */
  readonly tenantBytes: number;
  /** How many accounts a wallet may have. */
  readonly walletAccounts: number;
  /** How many activities submitted by a user within a day may wait for approvals. */
  readonly waitingActivities: number;
}

/** They fit a product with end users who sign up by themselves. */
export const defaultLimits: UsageLimits = {
  signUpAccounts: 10,
  messagesPerHour: 5_000,
  organizationBytes: 4 * 1024 ** 3,
  signUpBytes: 64 * 1024 ** 2,
  tenantBytes: 256 * 1024 ** 3,
  walletAccounts: 1_000,
  waitingActivities: 100,
};
