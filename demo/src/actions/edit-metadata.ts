import type { KubernetesObject } from '@kube-informer/core'
import { StickyNote, Tag } from 'lucide-react'
import { type Action, defineAction, type Inverse, type Outcome, type RunContext } from './action.ts'
import { kubectl } from './kubectl.ts'
import { locationOf, nameObjects } from './names.ts'
import { resourceOf, write } from './write.ts'

type Member = 'labels' | 'annotations'
type EditInput = { readonly name: string; readonly value: string; readonly remove: boolean }

const WORDS = {
  labels: { one: 'label', verb: 'label', title: 'Edit label…' },
  annotations: { one: 'annotation', verb: 'annotate', title: 'Edit annotation…' },
} as const

const textOf = ({ metadata }: KubernetesObject, member: Member, name: string): string | undefined =>
  metadata?.[member]?.[name]

/** Sets a label or an annotation, or with null removes it. */
async function setTo(
  context: RunContext,
  member: Member,
  name: string,
  value: string | null,
): Promise<Outcome> {
  const before = textOf(context.object, member, name) ?? null
  const { one } = WORDS[member]
  const text = value === null ? `Removed the ${one} ${name}` : `Set the ${one} ${name}`
  const inverse: Inverse | undefined =
    before === value
      ? undefined
      : {
          text: before === null ? `Remove the ${one} ${name}` : `Set ${name} back to “${before}”`,
          run: again =>
            setTo({ ...again, object: changed(again.object, member, name, value) }, member, name, before),
        }
  const mutation = {
    verb: 'patch',
    object: context.object,
    patch: { metadata: { [member]: { [name]: value } } },
  } as const
  await write(context, { mutation, done: text, inverse })
  return { text, inverse }
}

/** The object as the first change left it, from which the inverse starts. */
function changed(
  object: KubernetesObject,
  member: Member,
  name: string,
  value: string | null,
): KubernetesObject {
  const { [name]: _, ...rest } = object.metadata?.[member] ?? {}
  const texts = value === null ? rest : { ...rest, [name]: value }
  return { ...object, metadata: { ...object.metadata, [member]: texts } }
}

function editOf(member: Member, icon: Action['icon'], key?: string): Action {
  const { one, verb, title } = WORDS[member]
  return defineAction<EditInput>({
    id: verb,
    icon,
    key,
    label: () => title,
    appliesTo: ({ verbs }) => verbs?.includes('patch') ?? true,
    access: (kind, object) => ({ verb: 'patch', resource: resourceOf(kind), ...locationOf(object) }),
    fields: () => [
      { type: 'text', name: 'name', label: 'Name', hint: 'example.com/team', required: true },
      { type: 'text', name: 'value', label: 'Value' },
      { type: 'check', name: 'remove', label: `Remove the ${one} instead` },
    ],
    initial: () => ({ name: '', value: '', remove: false }),
    describe: (kind, objects, { name, value, remove }) => {
      if (name === '') return `Changes a ${one} of ${nameObjects(kind, objects)}.`
      if (remove) return `Removes the ${one} ${name} from ${nameObjects(kind, objects)}.`
      const replaced = objects.filter(object => ![undefined, value].includes(textOf(object, member, name)))
      const over = replaced.length === 0 ? '' : ` ${replaced.length} of them had another value.`
      return `Sets the ${one} ${name} to “${value}” on ${nameObjects(kind, objects)}.${over}`
    },
    command: (kind, objects, { name, value, remove }) => {
      if (objects.some(({ metadata }) => /=|-$/.test(metadata?.name ?? '')))
        return { reason: `There is no command, because kubectl takes the name of an object for a ${one}.` }
      const change = remove ? `${name || 'NAME'}-` : `${name || 'NAME'}=${value}`
      return kubectl(verb, kind, objects, { flags: remove ? [] : ['--overwrite'], args: [change] })
    },
    run: (context, { name, value, remove }) => setTo(context, member, name, remove ? null : value),
  })
}

export const editLabel = editOf('labels', Tag, 'l')
export const editAnnotation = editOf('annotations', StickyNote)
