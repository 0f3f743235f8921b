import type { KubernetesObject } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import { resourceName } from './names.ts'
import { type ShellCommand, shellCommand } from './shell-command.ts'

/** What kubectl accepts for a kind: `deployment`, or `widgets.example.com` outside of the built-in groups. */
export function kubectlKind(kind: Kind): string {
  const isBuiltIn = !kind.group.includes('.') || kind.group.endsWith('.k8s.io')
  return isBuiltIn ? (kind.singular ?? kind.kind.toLowerCase()) : resourceName(kind)
}

/** What follows the objects of a command. Words need no quotes. */
export interface KubectlRest {
  /** Options, each one word: `--replicas=3`. */
  readonly flags?: readonly string[]
  /** What is no option: `app=web`. */
  readonly args?: readonly string[]
}

/**
 * The commands that do something to objects, one for each namespace: `kubectl scale deployment/web deployment/api
 * --namespace=shop --replicas=3`. kubectl takes no object for an option, whatever its name is.
 */
export function kubectl(
  verb: string,
  kind: Kind,
  objects: readonly KubernetesObject[],
  { flags = [], args = [] }: KubectlRest = {},
): ShellCommand {
  const commands = [...byNamespace(objects)].map(([namespace, members]) => {
    const names = members.map(({ metadata }) => `${kubectlKind(kind)}/${metadata?.name ?? ''}`)
    const options = [...(namespace ? [`--namespace=${namespace}`] : []), ...flags]
    return ['kubectl', ...verb.split(' '), ...withOptions([...names, ...args], options)]
  })
  return shellCommand(commands)
}

/** Options follow the operands, or precede them and `--` where an operand would be taken for an option. */
const withOptions = (operands: readonly string[], options: readonly string[]): readonly string[] =>
  operands.some(operand => operand.startsWith('-'))
    ? [...options, '--', ...operands]
    : [...operands, ...options]

function byNamespace(objects: readonly KubernetesObject[]): Map<string | undefined, KubernetesObject[]> {
  const members = new Map<string | undefined, KubernetesObject[]>()
  for (const object of objects) {
    const known = members.get(object.metadata?.namespace)
    if (known) known.push(object)
    else members.set(object.metadata?.namespace, [object])
  }
  return members
}
