/** What the files of a folder may import, besides each other. The head of `tools/layers.ts` explains the names. */
export type Row = readonly string[]

/** The rules of imports, which `tools/layers.ts` states. */
export interface Law {
  /** By folder, by `folder/**` for a folder with all folders below it that have no row, or by file for an exception. */
  readonly layers: Readonly<Record<string, Row>>
  /** Of the tests of packages, and of the files of their `src/test`. */
  readonly tests: Row
}

/** What a check found. */
export interface Finding {
  readonly file: string
  /** From 1; absent if the finding is about the whole file. */
  readonly line?: number
  readonly message: string
  /** What to do about it. */
  readonly advice: string
}

/** A row of the table as `tools/layers.ts` writes it. */
export function formatRow(folder: string, row: Row): string {
  return `'${folder}': [${row.map(name => `'${name}'`).join(', ')}]`
}
