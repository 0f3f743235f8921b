import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGES, packageFolder, ROOT, readJson } from '../tools/packages.ts'

const enginesOf = (folder: string): unknown =>
  readJson<{ engines?: unknown }>(join(folder, 'package.json')).engines

test.each(PACKAGES)('%s declares the Node that the repository declares', name => {
  expect(enginesOf(packageFolder(name))).toEqual(enginesOf(ROOT))
})
