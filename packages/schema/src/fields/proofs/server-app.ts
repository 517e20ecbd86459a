/** The one app that makes boot proofs. `get_latest_boot_proof` finds it by either. */
export const serverApp = { id: '8d2b5f71-3c96-4e0a-b7d4-a1f6c9e08253', name: 'mintmark-server' } as const;
