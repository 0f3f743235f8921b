import type { Plugin } from 'vite'

/** A deliberate fault. */
export interface Mutant {
  readonly name: string
  /** Path relative to `packages`. */
  readonly file: string
  /** Must occur in the file exactly once. */
  readonly find: string
  readonly replace: string
}

/** A plugin of Vite that applies a mutant when its file is loaded. */
export const mutate = (mutant: Mutant): Plugin => ({
  // Vitest's cache of modules depends on the names of plugins.
  name: `mutate: ${mutant.name}`,
  enforce: 'pre',
  transform: (code, id) =>
    id.split('?')[0]?.endsWith(`/packages/${mutant.file}`) ? withFault(code, mutant) : undefined,
})

function withFault(source: string, { file, find, replace }: Mutant): string {
  const parts = source.split(find)
  if (parts.length !== 2)
    throw new Error(`${file} contains this text ${parts.length - 1} times, expected once: ${find}`)
  return parts.join(replace)
}
