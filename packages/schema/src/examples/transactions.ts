export const counterpartyAddress = '0x91120bA67a1Dc898776A800581F44F18C035A45f';
export const stablecoinAddress = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const stablecoin = `eip155:1/erc20:${stablecoinAddress}`;
export const ether = 'eip155:1/slip44:60';
export const sendTransactionStatusId = '6d1f7f2e-0b6c-4d0e-9a53-3f3f0f6b9f51';
export const transactionHash = '0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb';
