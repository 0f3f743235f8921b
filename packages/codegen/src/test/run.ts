import { inFolder, outputOf } from './compile.ts'

/** Runs a module with the packages of this repository, and returns what it writes as JSON. */
export function run(files: Readonly<Record<string, string>>, main: string): Promise<unknown> {
  return inFolder(files, async folder => {
    const text = await outputOf(['--conditions=@kube-informer/source', main], folder)
    return JSON.parse(text) as unknown
  })
}
