/** An address that no other contract of the story has. Its digits have no case, so that it is its own checksum. */
const newAddress = (): string => {
  const digits = crypto.getRandomValues(new Uint8Array(40)).map((byte) => byte % 10);
  return `0x${digits.join('')}`;
};

const abi = [{ type: 'function', name: 'pause', stateMutability: 'nonpayable', inputs: [], outputs: [] }];

/** A contract with its interface. */
export const newContract = () => ({
  smartContractAddress: newAddress(),
  smartContractInterface: JSON.stringify(abi),
  type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
  label: 'Conformance',
  notes: 'One function.',
});
