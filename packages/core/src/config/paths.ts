// The needed subset of node:path, which not every runtime has: folders are only prepended.

/** The folder of a file, without a trailing separator; undefined for a bare name. */
export function folderOf(path: string, windows: boolean): string | undefined {
  const end = windows ? Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) : path.lastIndexOf('/')
  return end < 0 ? undefined : path.slice(0, end)
}

/** Resolves a path against a folder. */
export function resolvePath(folder: string | undefined, path: string, windows: boolean): string {
  const isAbsolute = windows ? /^([a-z]:)?[\\/]/i.test(path) : path.startsWith('/')
  return isAbsolute || folder === undefined ? path : `${folder}/${path}`
}

/** The entries of a variable such as PATH. */
export const listOf = (variable: string, windows: boolean): readonly string[] =>
  variable.split(windows ? ';' : ':').filter(entry => entry !== '')
