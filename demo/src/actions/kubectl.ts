import type { KubernetesObject } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import { resourceName } from './names.ts'

/** What kubectl accepts for a kind: `deployment`, or `widgets.example.com` outside of the built-in groups. */
export function kubectlKind(kind: Kind): string {
  const isBuiltIn = !kind.group.includes('.') || kind.group.endsWith('.k8s.io')
  return isBuiltIn ? (kind.singular ?? kind.kind.toLowerCase()) : resourceName(kind)
}

/** `-n shop`, with a space in front. Empty for cluster-scoped objects. */
const namespaceFlag = (namespace: string | undefined): string =>
  namespace ? ` --namespace=${namespace}` : ''

/**
 * The commands that do something to objects, one for each namespace: `kubectl scale deployment web api --namespace=shop
 * --replicas=3`.
 */
export function kubectl(
  verb: string,
  kind: Kind,
  objects: readonly KubernetesObject[],
  flags: readonly string[] = [],
): string {
  const commands = [...byNamespace(objects)].map(([namespace, names]) => {
    const rest = flags.map(flag => ` ${flag}`).join('')
    return `kubectl ${verb} ${kubectlKind(kind)} ${names.join(' ')}${namespaceFlag(namespace)}${rest}`
  })
  return commands.join('\n')
}

/** The same for commands of Nodes, which take no kind: `kubectl cordon node-1`. */
export const kubectlNodes = (
  verb: string,
  nodes: readonly KubernetesObject[],
  flags: readonly string[] = [],
): string => ['kubectl', verb, ...nodes.map(({ metadata }) => metadata?.name ?? ''), ...flags].join(' ')

/** A text as one argument of a shell. */
export const quote = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

function byNamespace(objects: readonly KubernetesObject[]): Map<string | undefined, string[]> {
  const names = new Map<string | undefined, string[]>()
  for (const { metadata } of objects) {
    const known = names.get(metadata?.namespace)
    if (known) known.push(metadata?.name ?? '')
    else names.set(metadata?.namespace, [metadata?.name ?? ''])
  }
  return names
}
