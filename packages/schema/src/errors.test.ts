import { describe, expect, test } from 'vitest';
import { type ErrorEntry, errorStatuses, errors } from './errors.ts';
import { registry } from './index.ts';

/** The canonical codes of gRPC and the HTTP statuses that they map to. */
const canonical = {
  INVALID_ARGUMENT: [3, 400],
  FAILED_PRECONDITION: [9, 400],
  UNAUTHENTICATED: [16, 401],
  PERMISSION_DENIED: [7, 403],
  NOT_FOUND: [5, 404],
  ALREADY_EXISTS: [6, 409],
  ABORTED: [10, 409],
  PAYLOAD_TOO_LARGE: [8, 413],
  RESOURCE_EXHAUSTED: [8, 429],
  INTERNAL: [13, 500],
  UNIMPLEMENTED: [12, 501],
  UNAVAILABLE: [14, 503],
};

const catalogue: [name: string, entry: ErrorEntry][] = Object.entries(errors);

describe.each(catalogue)('%s', (name, { status, code, httpStatus, message, cause, fix }) => {
  test('default', () => {
    expect(name).toMatch(/^[A-Z]+\d*(?:_[A-Z]+\d*)*$/);
    expect([code, httpStatus]).toEqual(canonical[status]);
  });

  test('behavior: says what happened, why, and what to do', () => {
    expect(message).toMatch(/^\S.*\S$/);
    expect(cause).toMatch(/^[A-Za-z].*\.$/);
    expect(fix).toMatch(/^[A-Z].*\.$/);
  });
});

describe('catalogue', () => {
  test('default: all ten HTTP statuses, each with an error', () => {
    expect(errorStatuses).toEqual([400, 401, 403, 404, 409, 413, 429, 500, 501, 503]);
    expect(new Set(catalogue.map(([, { httpStatus }]) => httpStatus))).toEqual(new Set(errorStatuses));
  });

  test('behavior: every canonical status has an error', () => {
    expect(new Set(catalogue.map(([, { status }]) => status))).toEqual(new Set(Object.keys(canonical)));
  });

  test('behavior: the same bytes may be sent again after four errors only', () => {
    const retryable = catalogue.filter(([, entry]) => entry.retryable).map(([name, entry]) => [name, entry.httpStatus]);
    expect(retryable).toEqual([
      ['CONCURRENT_CHANGE', 409],
      ['RATE_LIMIT_EXCEEDED', 429],
      ['INTERNAL', 500],
      ['UNAVAILABLE', 503],
    ]);
  });

  test('behavior: no two errors say the same', () => {
    for (const words of ['message', 'cause'] as const) {
      expect(new Set(catalogue.map(([, entry]) => entry[words])).size).toBe(catalogue.length);
    }
  });

  test.each([
    ['create_users requires each user to have at least one valid credential', 'MISSING_CREDENTIAL', 400],
    ['wrapperAddress must be one of the deployed wrappers', 'EARN_WRAPPER_NOT_FOUND', 404],
    ['private key addresses are not supported', 'PRIVATE_KEY_ADDRESS_UNSUPPORTED', 400],
    ['stableFeeBps may be set only by the top service tier', 'SERVICE_TIER_REQUIRED', 403],
  ] as const)('behavior: the specification says that %s', (_rule, name, httpStatus) => {
    expect(errors[name].httpStatus).toBe(httpStatus);
  });

  test.each([
    ['a threshold above the number of root users', 'QUORUM_UNREACHABLE', 400],
    ['keys that were never exported and would be lost', 'WALLET_ACCOUNT_NOT_EXPORTED', 400],
    ['words that are not a seed phrase', 'INVALID_MNEMONIC', 400],
    ['bytes that are not a private key', 'INVALID_PRIVATE_KEY', 400],
    ['a bundle that the import key does not open', 'INVALID_IMPORT_BUNDLE', 400],
    ['an import without an import key', 'IMPORT_NOT_PREPARED', 400],
    ['a seed phrase in a language that is not its own', 'MNEMONIC_LANGUAGE_MISMATCH', 400],
    ['a vote by a user of another organization', 'ORGANIZATION_MISMATCH', 400],
    ['a vote on an activity that does not wait for one', 'ACTIVITY_NOT_OPEN', 400],
    ['an activity in an organization that it is not for', 'INVALID_ACTIVITY_CALLER', 403],
    ['a feature that the organization does not have', 'FEATURE_NOT_FOUND', 404],
  ] as const)('behavior: %s is refused with %s', (_what, name, httpStatus) => {
    expect(errors[name].httpStatus).toBe(httpStatus);
  });

  test.each([
    ['earn_set_wrapper_state', 'EARN_WRAPPER_NOT_FOUND'],
    ['list_eth_transaction_history', 'PRIVATE_KEY_ADDRESS_UNSUPPORTED'],
    ['upsert_swap_config', 'SERVICE_TIER_REQUIRED'],
    ['delete_users', 'QUORUM_UNREACHABLE'],
    ['update_user_email', 'MISSING_CREDENTIAL'],
    ['update_user_phone_number', 'MISSING_CREDENTIAL'],
    ['create_user_tag', 'ALREADY_EXISTS'],
    ['update_user_tag', 'ALREADY_EXISTS'],
    ['create_api_keys', 'RESOURCE_LIMIT_EXCEEDED'],
    ['delete_api_keys', 'MISSING_CREDENTIAL'],
    ['create_authenticators', 'INVALID_ATTESTATION'],
    ['delete_authenticators', 'MISSING_CREDENTIAL'],
    ['create_sub_organization', 'INVALID_ACTIVITY_CALLER'],
    ['delete_sub_organization', 'WALLET_ACCOUNT_NOT_EXPORTED'],
    ['remove_organization_feature', 'FEATURE_NOT_FOUND'],
    ['remove_organization_feature', 'QUORUM_UNREACHABLE'],
    ['set_organization_feature', 'QUORUM_UNREACHABLE'],
    ['update_root_quorum', 'RESOURCE_NOT_FOUND'],
    ['list_activities', 'INVALID_CURSOR'],
    ['approve_activity', 'ORGANIZATION_MISMATCH'],
    ['reject_activity', 'ACTIVITY_NOT_FOUND'],
  ] as const)('behavior: %s answers %s', (file, name) => {
    expect(registry[file].errors).toContain(name);
  });

  test.each(Object.entries(registry))('behavior: %s lists no error twice', (_file, unit) => {
    expect(new Set(unit.errors).size).toBe(unit.errors.length);
  });
});
