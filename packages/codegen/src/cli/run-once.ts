import { resolve } from 'node:path'
import { type GeneratedFile, generateResources } from '../generate-resources.ts'
import { CodegenError, type Problem } from '../model/codegen-error.ts'
import type { CliHost } from './cli-host.ts'
import type { CliOptions } from './cli-options.ts'
import { readCluster } from './cluster-sources.ts'
import { type OutputPlan, planOutput } from './output-plan.ts'
import { readSources } from './read-sources.ts'
import { writeOutput } from './write-output.ts'

/** Generates once, or checks once. Prints what it did, or all problems. Returns whether there was none. */
export async function runOnce(options: CliOptions, host: CliHost): Promise<boolean> {
  try {
    return await generate(options, host)
  } catch (error) {
    if (!(error instanceof CodegenError)) throw error
    const count = error.problems.length
    const none = options.check ? 'nothing checked' : 'nothing written'
    host.err(`${error.message}\nkube-informer-codegen: ${count} problem${count === 1 ? '' : 's'}, ${none}\n`)
    return false
  }
}

async function generate(options: CliOptions, host: CliHost): Promise<boolean> {
  const { groups, descriptions, validations, check, quiet, out } = options
  const onNote = ({ file, line, message }: Problem) => {
    if (!quiet) host.err(`${file}${line === undefined ? '' : `:${line}`}: ${message}\n`)
  }
  const cluster = options.cluster && (await readCluster(options.cluster, groups, host.signal))
  cluster?.notes.forEach(onNote)
  const documents = [...(await readSources(options.inputs, host)), ...(cluster?.documents ?? [])]
  const { discovery } = cluster ?? {}
  const files = generateResources({ documents, groups, discovery, descriptions, validations, onNote })
  const folder = resolve(host.cwd, out)
  const plan = await planOutput(folder, out, files)
  if (check) return reportCheck(plan, options, host, files)
  await writeOutput(folder, out, plan)
  if (!quiet) host.out(`${countsOf(files)}${changesOf(plan)}\n`)
  return true
}

function reportCheck(
  { missing, different, stale }: OutputPlan,
  { out, quiet }: CliOptions,
  host: CliHost,
  files: readonly GeneratedFile[],
): boolean {
  const lines = [
    ...missing.map(({ path }) => `${out}/${path}: is missing`),
    ...different.map(({ path }) => `${out}/${path}: differs`),
    ...stale.map(path => `${out}/${path}: is stale`),
  ].sort()
  if (lines.length > 0) {
    host.err(`${lines.join('\n')}\nkube-informer-codegen: run without --check to update ${out}\n`)
    return false
  }
  if (!quiet) host.out(`${countsOf(files)}, up to date\n`)
  return true
}

/** `3 resources, 4 files`: a resource has a file for each version. */
function countsOf(files: readonly GeneratedFile[]): string {
  const resources = new Set(files.map(({ path }) => path.replace(/\/[^/]+\//, '/')))
  return `${counted(resources.size, 'resource')}, ${counted(files.length, 'file')}`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function changesOf({ missing, different, stale }: OutputPlan): string {
  const removed = stale.length > 0 ? `, ${stale.length} removed` : ''
  return `, ${missing.length + different.length} written${removed}`
}
