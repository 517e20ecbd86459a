/**
 * Signing in: a call for each whole ceremony. Session keys are made and kept on the user's side. Needs `@mintmark/stamper`.
 */
export {
  type Contact,
  createSignIn,
  type LogInOptions,
  type LogInOrSignUpOptions,
  type NewUser,
  type PasskeyLogInOptions,
  type SentCode,
  type SignedUp,
  type SignIn,
  type SignInOptions,
  type SignUpOptions,
  type VerifiedContact,
  type WaysIn,
} from './create-sign-in.ts';
export type { Session } from './session.ts';
export { createBrowserStore, createMemoryStore, type SessionStore, type StoredKey } from './session-store.ts';
