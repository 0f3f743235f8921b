import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { decodeText } from '@kube-informer/core/yaml'
import type { ModelSource } from '../input/read-models.ts'
import { CodegenError, type Problem } from '../model/codegen-error.ts'
import type { CliHost } from './cli-host.ts'
import { fileError } from './file-problem.ts'

/**
 * Reads the inputs: files, the YAML and JSON files of folders, and `-` for the standard input. A file that is named twice is
 * read once.
 *
 * @throws CodegenError with the problems of all inputs
 */
export async function readSources(inputs: readonly string[], host: CliHost): Promise<ModelSource[]> {
  const sources = new Map<string, ModelSource>()
  const problems: Problem[] = []
  for (const input of inputs) {
    try {
      for (const [key, source] of await readInput(input, host))
        if (!sources.has(key)) sources.set(key, source)
    } catch (error) {
      if (!(error instanceof CodegenError)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw new CodegenError(problems)
  return [...sources.values()]
}

type Entry = readonly [string, ModelSource]

async function readInput(input: string, host: CliHost): Promise<readonly Entry[]> {
  if (input === '-') return [['-', { file: '<stdin>', text: await host.readStdin() }]]
  const path = resolve(host.cwd, input)
  try {
    if (!(await stat(path)).isDirectory())
      return [[path, { file: input, text: decodeText(await readFile(path)) }]]
  } catch (error) {
    throw fileError(error, input)
  }
  return readFolder(input, path)
}

async function readFolder(input: string, path: string): Promise<readonly Entry[]> {
  const names = (await readdir(path)).filter(isSourceName).sort()
  if (names.length === 0) throw new CodegenError([{ file: input, message: 'has no YAML or JSON file' }])
  const entries: Entry[] = []
  for (const name of names) {
    const file = join(input, name)
    try {
      const text = decodeText(await readFile(join(path, name)))
      entries.push([join(path, name), { file, text, partOf: input }])
    } catch (error) {
      throw fileError(error, file)
    }
  }
  return entries
}

/** Whether a file of a folder is an input. Editors keep hidden files beside those that they edit. */
export const isSourceName = (name: string): boolean => /^[^.].*\.(ya?ml|json)$/i.test(name)
