/// <reference types="vite/types/importMeta.d.ts" />

interface ImportMetaEnv {
  /** `true` in the static site of `npm run demo:build`, which has no server. */
  readonly VITE_STATIC?: 'true'
}
