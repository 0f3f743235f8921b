import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorMessage } from '@kube-informer/core/internal'
import type { GeneratedFile } from '../generate-resources.ts'
import { CodegenError } from '../model/codegen-error.ts'
import { isMissing } from './file-problem.ts'
import type { OutputPlan } from './output-plan.ts'

type Step = () => Promise<unknown>

/**
 * Carries out a plan: writes new and different files, removes stale ones. Readers see the old file or the new one, never a part
 * of it. If a step fails, the folder is as before.
 *
 * @param folder the folder
 * @param shown the folder in messages
 * @throws CodegenError
 */
export async function writeOutput(
  folder: string,
  shown: string,
  { missing, different, stale }: OutputPlan,
): Promise<void> {
  const rollback: Step[] = []
  try {
    const written = [...missing, ...different]
    for (const file of written) await stage(folder, file, rollback)
    for (const { path } of written) await replace(join(folder, path), rollback)
    for (const path of stale) await remove(join(folder, path), rollback)
  } catch (error) {
    // In reverse order, so that a folder is empty when it is removed.
    for (const step of rollback.reverse()) await step().catch(() => {})
    throw new CodegenError([{ file: shown, message: `cannot be written: ${errorMessage(error)}` }])
  }
  for (const path of stale) await removeEmptyFolders(folder, dirname(path))
}

const temporary = (path: string): string => `${path}.${process.pid}.tmp`

async function stage(folder: string, { path, text }: GeneratedFile, rollback: Step[]): Promise<void> {
  const target = join(folder, path)
  await makeFolder(dirname(target), rollback)
  rollback.push(() => rm(temporary(target), { force: true }))
  await writeFile(temporary(target), text)
}

/** Makes a folder and those above it. */
async function makeFolder(folder: string, rollback: Step[]): Promise<void> {
  try {
    await makeOneFolder(folder, rollback)
  } catch (error) {
    const parent = dirname(folder)
    if (!isMissing(error) || parent === folder) throw error
    await makeFolder(parent, rollback)
    // If it fails again, the parent is a link to nothing, or a folder that takes no folders, such as /proc.
    await makeOneFolder(folder, rollback)
  }
}

async function makeOneFolder(folder: string, rollback: Step[]): Promise<void> {
  try {
    await mkdir(folder)
    rollback.push(() => rmdir(folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

async function replace(target: string, rollback: Step[]): Promise<void> {
  const before = await contentOf(target)
  rollback.push(() => (before === undefined ? rm(target, { force: true }) : writeFile(target, before)))
  await rename(temporary(target), target)
}

async function remove(target: string, rollback: Step[]): Promise<void> {
  const before = await readFile(target)
  rollback.push(() => writeFile(target, before))
  await rm(target)
}

async function contentOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Removes the folders of a removed file that have nothing else. */
async function removeEmptyFolders(folder: string, path: string): Promise<void> {
  for (let at = path; at !== '.'; at = dirname(at)) {
    try {
      await rmdir(join(folder, at))
    } catch {
      return
    }
  }
}
