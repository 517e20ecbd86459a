export const organizationId = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';
export const organizationName = 'Analytical Engines';
export const subOrganizationId = 'c41f08b7-9e2d-4a63-b5d0-87f6a3e1c294';
export const authProxyConfigId = '2d9b64f0-7c1e-4f85-a3b2-90e8d7c6b5a4';
