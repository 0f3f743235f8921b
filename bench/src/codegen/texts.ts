import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Setup } from '../bench-case.ts'

/** The definitions of the server. */
export const readTexts = ({ folder }: Setup): readonly { readonly file: string; readonly text: string }[] =>
  readdirSync(String(folder))
    .sort()
    .map(file => ({ file, text: readFileSync(join(String(folder), file), 'utf8') }))
