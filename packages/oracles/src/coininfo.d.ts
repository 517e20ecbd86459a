declare module 'coininfo' {
  import type { Network } from 'bitcoinjs-lib';

  interface Coin {
    readonly main: { toBitcoinJS(): Network };
    readonly test: { toBitcoinJS(): Network };
  }

  const coininfo: { readonly dogecoin: Coin };
  export default coininfo;
}
