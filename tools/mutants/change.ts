import type { Plugin } from 'vite'

/** The text of a file from `start` to `end` becomes `replacement`. */
interface FileChange {
  /** From the repository's root. */
  readonly file: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** A plugin of Vite that changes a part of a file when it is loaded. */
export const changing = ({ file, start, end, replacement }: FileChange): Plugin => ({
  // Vitest's cache of modules depends on the names of plugins.
  name: `change: ${file} ${start} ${end} ${replacement}`,
  enforce: 'pre',
  transform: (code, id) =>
    id.split('?')[0]?.endsWith(`/${file}`) ? code.slice(0, start) + replacement + code.slice(end) : undefined,
})
