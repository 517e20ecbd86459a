export const vaultAddress = '0x608F424DeAF55F3F8Ea29199C30B2c2a7aD03cB7';
export const wrapperAddress = '0xbF7F17371262F4d4d3cB4943a52083b142F5A44e';
export const splitterAddress = '0x2e4e1e3C6b2F5d8A9b07C1D3E5F7a9b1C3d5E7f9';
export const deployRequestId = '0b6c7c36-6a53-4a3f-8d0e-3f9a5e8c2b71';
export const depositRequestId = '5a1d9f0e-2c47-4b8e-9d63-7e1f0a2b3c4d';
export const withdrawRequestId = 'c2e4a6b8-1d3f-4f5a-8b7c-9d0e1f2a3b4c';
