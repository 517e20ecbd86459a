/** Fields of a struct in an order. A pair stands for some fields of a struct, or of each struct of a list. */
export type ValueOrder = readonly (string | readonly [field: string, order: ValueOrder])[];

/**
 * What comes first of each thing that is signed: who receives what, the fees, and what is called. People who approve it read from
 * the top, and answers may end before a long list does. So single values come before lists that can be long, and what anybody can
 * repeat at will, such as inputs and accounts, comes after all of this.
 */
export const valueOrder: Readonly<Record<string, ValueOrder>> = {
  'eth.tx': [
    'to',
    'value',
    'function_signature',
    'function_name',
    'gas',
    'gas_price',
    'max_fee_per_gas',
    'max_priority_fee_per_gas',
    'max_fee_per_blob_gas',
    'chain_id',
    'contract_call_args',
    'data',
  ],
  'eth.eip_712': ['primary_type', ['domain', ['verifying_contract', 'chain_id', 'name', 'version']], 'message'],
  'eth.eip_7702_authorization': ['address', 'chain_id', 'nonce'],
  'solana.tx': [
    ['transfers', ['to', 'amount', 'from']],
    ['spl_transfers', ['to', 'amount', 'token_mint', 'from', 'owner']],
    [
      'instructions',
      [
        'program_key',
        ['parsed_instruction_data', ['instruction_name', 'program_call_args', 'named_accounts']],
        'instruction_data_hex',
      ],
    ],
    'account_keys',
  ],
  // The script is the recipient where there is no address.
  'bitcoin.tx': ['fee', ['outputs', ['address', 'value', 'script_pubkey']]],
  'tron.tx': [
    'fee_limit',
    [
      'contract',
      [
        'type',
        'to_address',
        'amount',
        'contract_address',
        'call_value',
        'call_token_value',
        'token_id',
        'receiver_address',
        'balance',
        'frozen_balance',
        'unfreeze_balance',
        'resource',
        'lock',
        'lock_period',
        'data',
        'owner',
        'witness',
        'actives',
      ],
    ],
  ],
};
