export const feeReceiverAddress = '0x32c5AF2efBa1B596aDd3D82C06aE7def1E73642f';
export const swapRequestId = 'b8f5c7d2-41a6-4e0b-8c39-7f2d1e6a9054';
