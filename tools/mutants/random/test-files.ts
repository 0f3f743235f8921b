import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The tests of a folder, and the Vitest project that runs them. */
export interface FolderTests {
  readonly folder: string
  readonly files: readonly string[]
  readonly projects: readonly string[]
}

const UNIT = /\.test\.tsx?$/
const OTHER = /\.(slow|browser)\./

/** The tests beside a file of a package; where there are none, those of the next folder above it that has some. */
export function testsOf(root: string, file: string): FolderTests | undefined {
  for (let folder = dirname(file); folder.includes('/src'); folder = dirname(folder)) {
    const names = readdirSync(join(root, folder)).filter(name => UNIT.test(name))
    const unit = names.filter(name => !OTHER.test(name))
    if (unit.length > 0) return { folder, files: paths(folder, unit), projects: ['node', 'node-isolated'] }
    const browser = names.filter(name => name.includes('.browser.') && !name.includes('.slow.'))
    if (browser.length > 0) return { folder, files: paths(folder, browser), projects: ['browser'] }
  }
  return undefined
}

const paths = (folder: string, names: readonly string[]): readonly string[] =>
  names.map(name => join(folder, name))
