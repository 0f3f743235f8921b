import type { KubernetesObject } from '@kube-informer/core'
import { writeYaml } from '@kube-informer/core/yaml'
import { Clipboard, Terminal } from 'lucide-react'
import { defineAction, type RunContext } from './action.ts'
import { isWhole } from './fields.ts'
import { kubectl } from './kubectl.ts'
import { nameObjects } from './names.ts'
import { resourceOf } from './write.ts'

const AS_YAML = { flags: ['--output=yaml'] }

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
  command: (kind, objects) => kubectl('get', kind, objects, AS_YAML),
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
  command: (kind, objects) => kubectl('get', kind, objects, AS_YAML),
  run: async ({ kind, object }) => {
    const command = kubectl('get', kind, [object], AS_YAML)
    if ('reason' in command) throw new Error(command.reason)
    await navigator.clipboard.writeText(command.text)
    return { text: 'Copied the kubectl command, for POSIX shells' }
  },
})

async function wholeObject({ connection, kind, object, signal }: RunContext): Promise<KubernetesObject> {
  if (isWhole(object)) return object
  return await connection.client.get(resourceOf(kind), object, { signal })
}
