export const feeReceiverAddress = '0x32c5AF2efBa1B596aDd3D82C06aE7def1E73642f';
