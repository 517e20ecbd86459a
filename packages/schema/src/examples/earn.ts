export const vaultAddress = '0x608F424DeAF55F3F8Ea29199C30B2c2a7aD03cB7';
export const wrapperAddress = '0xbF7F17371262F4d4d3cB4943a52083b142F5A44e';
