/** What is on the chain of the stories: an asset, vaults of this asset, and an account that has ether and the asset. */
export const asset = '0x00000000000000000000000000000000EA510001';
/** The largest one first. */
export const vaults = [
  '0x00000000000000000000000000000000EA510002',
  '0x00000000000000000000000000000000ea510003',
  '0x00000000000000000000000000000000eA510004',
] as const;
/** Listed as a vault, although it is none. */
export const notAVault = '0x00000000000000000000000000000000eA510005';
/** The second account of the published seed phrase. It pays for deployments. Other stories send from the first one. */
export const deployer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
