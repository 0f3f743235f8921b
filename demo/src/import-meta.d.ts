/// <reference types="vite/types/importMeta.d.ts" />

interface ImportMetaEnv {
  /** `true` in the static site of `npm run build:static --workspace demo`, which has no server. */
  readonly VITE_STATIC?: 'true'
}
