// Made by `npm run generate` from the unit files. Do not edit.
export { default as signup_v2 } from '../proxy/signup-v2.ts';
