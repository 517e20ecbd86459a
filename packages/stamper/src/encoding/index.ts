export { StamperError } from '../stamper-error.ts';
export { decodeBase58, decodeBase58Check, encodeBase58, encodeBase58Check } from './base58.ts';
export { decodeBase64Url, encodeBase64Url } from './base64url.ts';
export { concatBytes, equalBytes, requireBytes } from './bytes.ts';
export { DerReader, derTag, encodeDer } from './der.ts';
export { decodeEcdsaDer, encodeEcdsaDer } from './ecdsa-der.ts';
export { decodeHex, encodeHex } from './hex.ts';
export {
  type Json,
  type JsonObject,
  type JsonProblem,
  type JsonRefusal,
  type JsonRules,
  readJson,
} from './read-json.ts';
export { readStrictJson } from './read-strict-json.ts';
export { decodeUtf8, encodeUtf8 } from './utf8.ts';
