import { parseArgs } from 'node:util'
import { errorMessage } from '@kube-informer/core/internal'

/** The parsed command line of `kube-informer-codegen`. */
export interface CliOptions {
  /** Files, folders, and `-` for the standard input. */
  readonly inputs: readonly string[]
  /** The folder of the generated modules. */
  readonly out: string
  readonly check: boolean
  readonly watch: boolean
  readonly cluster: ClusterOptions | undefined
  readonly groups: readonly string[] | undefined
  readonly descriptions: boolean
  readonly validations: boolean
  readonly quiet: boolean
}

/** Which cluster to read. */
export interface ClusterOptions {
  /** The path of a kubeconfig. */
  readonly kubeconfig: string | undefined
  readonly context: string | undefined
}

/** A command line that is invalid, as one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The output of `--help`. */
export const HELP = `Usage: kube-informer-codegen [options] --out DIR [FILE | DIR | -]...

Writes TypeScript types and resource definitions of CustomResourceDefinitions: a module for each served version,
DIR/<group>/<version>/<plural>.ts. Modules of resources that the inputs no longer have are removed.

  FILE                  YAML or JSON with CustomResourceDefinitions, or an OpenAPI v3 document of a kube-apiserver
  DIR                   its files *.yaml, *.yml and *.json, without those of its folders
  -                     the standard input

  --out DIR             the folder of the generated modules
  --check               write nothing; fail if a file is missing, differs, or would be removed
  --watch               generate again when an input changes, until Ctrl-C
  --cluster             read the CustomResourceDefinitions of a cluster
  --kubeconfig FILE     the kubeconfig of --cluster (default: KUBECONFIG, ~/.kube/config, or the service account)
  --context NAME        the context of --cluster (default: the current one)
  --group NAME          only resources of this group; repeatable; modules of others are removed
  --no-descriptions     leave the descriptions of the schemas out of comments
  --validations         name patterns, limits and rules in comments
  --quiet               print problems only
  --help, --version     print this help, or the version

Exit codes: 0 for success, 1 for problems of inputs or files, 2 for an invalid command line.
`

const FLAGS = {
  out: { type: 'string', short: 'o' },
  check: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  cluster: { type: 'boolean', default: false },
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
  group: { type: 'string', multiple: true },
  'no-descriptions': { type: 'boolean', default: false },
  validations: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const

/**
 * Parses the command line.
 *
 * @throws UsageError
 */
export function parseCli(args: readonly string[]): CliOptions | 'help' | 'version' {
  const { values, positionals } = parsed(args)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const { out, check, watch, kubeconfig, context, group, quiet } = values
  if (!values.cluster && (kubeconfig !== undefined || context !== undefined))
    throw usage('--kubeconfig and --context need --cluster')
  if (positionals.length === 0 && !values.cluster) throw usage('name a file or a folder, or use --cluster')
  if (!out) throw usage('--out is required')
  if (watch) expectWatchable(positionals, { check, cluster: values.cluster })
  return {
    ...{ inputs: positionals, out, check, watch, groups: group, quiet },
    cluster: values.cluster ? { kubeconfig, context } : undefined,
    descriptions: !values['no-descriptions'],
    validations: values.validations,
  }
}

function expectWatchable(
  inputs: readonly string[],
  { check, cluster }: { readonly check: boolean; readonly cluster: boolean },
): void {
  if (check) throw usage('--watch and --check exclude each other')
  if (cluster) throw usage('--watch and --cluster exclude each other: only files can be watched')
  if (inputs.includes('-')) throw usage('--watch cannot watch the standard input')
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true })
  } catch (error) {
    const [line = ''] = errorMessage(error).split('\n')
    throw usage(line.replace(/\.? To specify.*$/, ''))
  }
}

const usage = (message: string): UsageError => new UsageError(`${message} (--help lists the options)`)
