import type { KubernetesObject } from '@kube-informer/core'
import { writeYaml } from '@kube-informer/core/yaml'
import { Clipboard, Terminal } from 'lucide-react'
import { defineAction, type RunContext } from './action.ts'
import { isWhole } from './fields.ts'
import { kubectl } from './kubectl.ts'
import { locationOf, nameObjects } from './names.ts'
import { resourceOf } from './write.ts'

/** Copies an object as YAML, without its managed fields. */
export const copyYaml = defineAction({
  id: 'copy-yaml',
  icon: Clipboard,
  single: true,
  immediate: true,
  label: () => 'Copy as YAML',
  appliesTo: ({ verbs }) => verbs?.includes('get') ?? true,
  access: () => undefined,
  describe: (kind, objects) => `Copies ${nameObjects(kind, objects)} as YAML.`,
  command: (kind, objects) => kubectl('get', kind, objects, ['--output=yaml']),
  run: async context => {
    const [object, yaml] = await Promise.all([wholeObject(context), import('yaml')])
    const { managedFields: _, ...metadata } = object.metadata ?? {}
    const { kind } = context
    const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`
    await navigator.clipboard.writeText(writeYaml(yaml, { apiVersion, kind: kind.kind, ...object, metadata }))
    return { text: 'Copied as YAML' }
  },
})

/** Copies the command that shows objects. */
export const copyCommand = defineAction({
  id: 'copy-command',
  icon: Terminal,
  immediate: true,
  label: () => 'Copy kubectl command',
  appliesTo: () => true,
  access: () => undefined,
  describe: (kind, objects) => `Copies the kubectl command that shows ${nameObjects(kind, objects)}.`,
  command: (kind, objects) => kubectl('get', kind, objects, ['--output=yaml']),
  run: async ({ kind, object }) => {
    await navigator.clipboard.writeText(kubectl('get', kind, [object], ['--output=yaml']))
    return { text: 'Copied the kubectl command' }
  },
})

async function wholeObject({ connection, kind, object, signal }: RunContext): Promise<KubernetesObject> {
  if (isWhole(object)) return object
  return await connection.client.get(resourceOf(kind), locationOf(object), { signal })
}
