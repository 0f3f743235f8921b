import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A file of tests, and the Vitest project that runs it. */
export interface TestFile {
  readonly path: string
  readonly project: 'node' | 'node-isolated' | 'browser'
}

/** The tests of a folder. */
export interface FolderTests {
  readonly folder: string
  readonly files: readonly TestFile[]
}

const TEST = /\.test\.tsx?$/

/**
 * The tests beside a file of a package, those of the file itself first and those in a browser last; where there are none, those
 * of the next folder above it that has some.
 */
export function testsOf(root: string, file: string): FolderTests | undefined {
  for (let folder = dirname(file); folder.includes('/src'); folder = dirname(folder)) {
    const names = readdirSync(join(root, folder)).filter(name => TEST.test(name) && !name.includes('.slow.'))
    if (names.length === 0) continue
    const files = names.map(name => ({ path: join(folder, name), project: projectOf(name) }))
    return { folder, files: files.sort((a, b) => rank(a, file) - rank(b, file)) }
  }
  return undefined
}

const projectOf = (name: string): TestFile['project'] =>
  name.includes('.browser.') ? 'browser' : name.includes('.isolated.') ? 'node-isolated' : 'node'

/** The place of a test file among those of its folder: the less, the earlier. */
function rank({ path, project }: TestFile, file: string): number {
  const isOwn = basename(path).startsWith(`${basename(file).replace(/\.tsx?$/, '')}.`)
  return (project === 'browser' ? 2 : 0) + (isOwn ? 0 : 1)
}
