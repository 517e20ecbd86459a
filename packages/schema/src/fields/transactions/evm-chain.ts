import { z } from 'zod';
import { component } from '../../component.ts';

const chains = [
  'eip155:1',
  'eip155:11155111',
  'eip155:8453',
  'eip155:84532',
  'eip155:137',
  'eip155:80002',
  'eip155:42161',
  'eip155:4217',
  'eip155:42431',
  'eip155:421614',
  'eip155:56',
  'eip155:97',
] as const;

export const EvmChain = component('EvmChain', 'An EVM chain as a CAIP-2 identifier.', z.enum(chains));

export const SendChain = component(
  'SendChain',
  'An EVM chain that transactions can be sent to, as a CAIP-2 identifier.',
  z.enum([...chains, 'eip155:10', 'eip155:11155420', 'eip155:143', 'eip155:10143']),
);
