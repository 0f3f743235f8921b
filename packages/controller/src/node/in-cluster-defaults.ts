import { promises } from 'node:fs'
import { hostname } from 'node:os'
import { InformerError } from '@kube-informer/core'

const NAMESPACE_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/namespace'

/** What a Pod knows about itself. */
export interface InClusterDefaults {
  /** The Pod's namespace; undefined outside of a cluster. */
  readonly namespace: string | undefined
  /** `HOSTNAME_UUID`: differs in each process. In a Pod, the host name is the Pod's name. */
  readonly identity: string
}

/** Replacements of the APIs of Node that are read, for tests and other hosts. */
export interface InClusterDefaultsOptions {
  /** Reads a text file; rejects with `code: 'ENOENT'` if it is missing. */
  readonly readFile?: ((path: string) => Promise<string>) | undefined
  readonly hostname?: (() => string) | undefined
  readonly randomUUID?: (() => string) | undefined
}

/** The namespace of the service account cannot be read, though it is there. */
export class NamespaceError extends InformerError {
  override readonly name = 'NamespaceError'
  readonly code = 'NamespaceError'
}

/**
 * The namespace and the identity that controller-runtime gives a leader elector by default. Rejects with a NamespaceError if
 * the namespace is mounted and cannot be read.
 *
 * @example
 * createManager({ client, leaderElection: { name: 'widgets', ...(await inClusterDefaults()) } })
 */
export async function inClusterDefaults(options: InClusterDefaultsOptions = {}): Promise<InClusterDefaults> {
  const { readFile: read = path => promises.readFile(path, 'utf8'), randomUUID = () => crypto.randomUUID() } =
    options
  const identity = `${(options.hostname ?? hostname)()}_${randomUUID()}`
  try {
    return { namespace: (await read(NAMESPACE_FILE)).trim() || undefined, identity }
  } catch (cause) {
    if (isMissing(cause)) return { namespace: undefined, identity }
    throw new NamespaceError(`error reading namespace file: ${NAMESPACE_FILE}`, { cause })
  }
}

const isMissing = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}
