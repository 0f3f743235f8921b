import { readdirSync } from 'node:fs'
import type { BenchCase } from './bench-case.ts'

/** A case, and the URL of the file that exports it, which the processes of its contenders import. */
export interface FoundCase extends BenchCase {
  readonly file: string
}

const CASES = new URL('../cases/', import.meta.url)

/** All cases, in the order of their files. */
export async function findCases(): Promise<readonly FoundCase[]> {
  const files = readdirSync(CASES).sort()
  return (await Promise.all(files.map(file => casesOf(new URL(file, CASES).href)))).flat()
}

/** The cases of a file: each of its exports is one. */
export async function casesOf(file: string): Promise<readonly FoundCase[]> {
  const exported = Object.values((await import(file)) as Readonly<Record<string, BenchCase>>)
  return exported.map(benchCase => ({ ...benchCase, file }))
}
