import type { Page } from './pages.ts'

/** What `npx` runs: the package of `-p`, or its first argument. */
const COMMAND = /\bnpx (?:-p )?([@\w][\w./@-]*)/g

/** The packages that the pages let `npx` run and that are not in `known`. It asks the registry for these names. */
export const unknownNpxPackages = (pages: readonly Page[], known: readonly string[]): readonly string[] =>
  pages.flatMap(({ path, text }) =>
    [...text.matchAll(COMMAND)]
      .map(([, name = '']) => name)
      .filter(name => !known.includes(name))
      .map(name => `${path}: npx ${name} would run a package of another publisher`),
  )
