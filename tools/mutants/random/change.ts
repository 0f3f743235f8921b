import type { Plugin } from 'vite'

/** The text of a file from `start` to `end` becomes `replacement`. */
export interface FileChange {
  /** From the repository's root. */
  readonly file: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** The environment variable that has the change as JSON; an empty text is no change. */
const VARIABLE = 'KUBE_INFORMER_CHANGE'

/** Sets what {@link changing} changes in files that this process loads from now on. */
export function setChange(change: FileChange | undefined): void {
  process.env[VARIABLE] = change ? JSON.stringify(change) : ''
}

/** A plugin of Vite that applies the current change when its file is loaded. */
export const changing: Plugin = {
  name: 'change',
  enforce: 'pre',
  transform(code, id) {
    const change = process.env[VARIABLE]
    if (!change) return
    const { file, start, end, replacement } = JSON.parse(change) as FileChange
    return id.split('?')[0]?.endsWith(`/${file}`)
      ? code.slice(0, start) + replacement + code.slice(end)
      : undefined
  },
}
