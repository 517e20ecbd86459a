// Made by `npm run generate` from the unit files. Do not edit.
