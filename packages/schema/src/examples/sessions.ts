import { timestamp } from './timestamp.ts';

export const sessionPublicKey = '022b6dfbaa8d7986908c71c7593413bde35a9858280b16cf59e928c2993656d3c5';

export const otpId = '0199c3a4-9d21-7c48-b3f6-5e0a7d1c92b4';

export const verificationToken =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjQ1MDNiMzE4Y2M0YzU5OWIifQ.eyJleHAiOjE3NjcyMjkyMDAsImlkIjoiM2Q5YjJmNzEtNmEwOC00YzVlLWIxZDctOTBlNGY4YTJjNjUzIiwib3JnYW5pemF0aW9uX2lkIjoiNmYxZTdhM2MtNThkMi00YzBiLTlhNDEtMmI3ZDkwYzNlNWY4IiwidmVyaWZpY2F0aW9uX3R5cGUiOiJPVFBfVFlQRV9FTUFJTCIsImNvbnRhY3QiOiJhZGFAZXhhbXBsZS5jb20iLCJwdWJsaWNfa2V5IjoiMDIyYjZkZmJhYThkNzk4NjkwOGM3MWM3NTkzNDEzYmRlMzVhOTg1ODI4MGIxNmNmNTllOTI4YzI5OTM2NTZkM2M1In0.FbS4I8RhDx0G5hFE8SnVy3cMJvKI1_xeSyON7q_JEWdlgGmZrEEwOC9w28dlWA2GKkeV4iD0mNBVdeG60GYd8A';

export const loginSignature = {
  publicKey: sessionPublicKey,
  scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256',
  message: `{"login":{"publicKey":"${sessionPublicKey}"},"tokenId":"3d9b2f71-6a08-4c5e-b1d7-90e4f8a2c653","type":"USAGE_TYPE_LOGIN"}`,
  signature:
    '9e87d601c7d1095b132284463441a400fa9e5c33858effbee47d5d9726036f016d873e1f68032e5aa60c9c2419bb12c436caf4af3c9e07a2ab6360956524a7d8',
} as const;

export const session =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg';

export const credentialBundle =
  'zVfePdZ5MGPZ4vtKJ3dwPFPB4osZeNgfDj2Ti3gx8Cro1MNvqSj4ZA1YCWfjbQWU9EtTEWJqMTH1QgSiqLAgyTyUrfpqne1w6DW32L1wPMxrRnf4UjY';

export const sessionProfileId = '5b1f0c7e-3a94-4d26-8e6b-f27d90a4c813';

export const sessionProfile = {
  sessionProfileName: 'Signing only',
  scope: "activity.action == 'SIGN'",
  expirationSeconds: '3600',
  notes: 'For the trading desk.',
} as const;

export const sessionProfileRecord = {
  sessionProfileId,
  ...sessionProfile,
  createdAt: timestamp,
  updatedAt: timestamp,
} as const;
