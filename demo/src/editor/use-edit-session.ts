import type { KubernetesObject } from '@kube-informer/core'
import { useApply, useConnection, useMutate } from '@kube-informer/react'
import type { KindSchema } from '@kube-informer/worker'
import { useState } from 'react'
import { definedName, type Kind } from '../kinds/kind.ts'
import type { ObjectLocation } from '../navigation/links.ts'
import { toasts } from '../ui/toast-store.ts'
import { type ApplyIntent, applyIntent, type FieldsV1 } from './apply-intent.ts'
import { FIELD_MANAGER } from './field-manager.ts'
import { editable, objectOf, yamlOf } from './yaml-text.ts'

/** An edit of one object, from its start to the answer of the server. */
export interface EditSession {
  /** The object as the edit started; undefined while nothing is edited. */
  readonly base: KubernetesObject | undefined
  readonly text: string
  readonly setText: (text: string) => void
  /** Reads the object with its managed fields, and starts. */
  readonly start: () => Promise<void>
  readonly discard: () => void
  /** What the edit means; reviewed with a dry run. Undefined until `review`. */
  readonly intent: ApplyIntent | undefined
  /** Reads the text, and sends the dry run. */
  readonly review: (schema: KindSchema | undefined) => void
  readonly backToText: () => void
  readonly apply: ReturnType<typeof useApply>
  /** Applies what was reviewed; with `force`, it takes over the fields of other managers. */
  readonly send: (force: boolean) => Promise<void>
  /** Replaces the whole object, which fails if it was changed since the edit started. */
  readonly replace: () => Promise<void>
  /** Why the text cannot be read, or the object not be edited or written. */
  readonly error: Error | undefined
}

/** Edits an object as text. */
export function useEditSession(kind: Kind, at: ObjectLocation): EditSession {
  const { client } = useConnection()
  const resource = definedName(kind) ?? kind
  const apply = useApply({ resource, fieldManager: FIELD_MANAGER })
  const replacing = useMutate({ resource, verb: 'replace' })
  const [base, setBase] = useState<KubernetesObject>()
  const [text, setText] = useState('')
  const [intent, setIntent] = useState<ApplyIntent>()
  const [error, setError] = useState<Error>()

  const guarded = async (work: () => Promise<void> | void): Promise<void> => {
    try {
      setError(undefined)
      await work()
    } catch (failure) {
      setError(failure as Error)
    }
  }
  const discard = (): void => {
    setBase(undefined)
    setIntent(undefined)
    setError(undefined)
  }
  const edited = (): KubernetesObject => objectOf(text)

  return {
    base,
    text,
    setText,
    intent,
    apply,
    error,
    discard,
    backToText: () => {
      setIntent(undefined)
      setError(undefined)
    },
    start: () =>
      guarded(async () => {
        const object: KubernetesObject = await client.get(resource, at)
        setText(yamlOf(editable(object)))
        setBase(object)
      }),
    review: schema =>
      void guarded(() => {
        if (base === undefined) return
        const next = applyIntent(editable(base), edited(), schema, ownFields(base))
        apply.preview.reset()
        apply.preview.mutate({ object: next.object as never })
        setIntent(next)
      }),
    send: force =>
      guarded(async () => {
        if (intent === undefined) return
        await apply.mutateAsync({ object: intent.object as never, force })
        toasts.tell(`Applied to ${kind.kind} ${at.name}`)
        discard()
      }),
    replace: () =>
      guarded(async () => {
        const { metadata, ...object } = edited()
        const { resourceVersion, uid } = base?.metadata ?? {}
        // The version makes the server reject the replacement if the object has changed since.
        const version = { ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) }
        await replacing.mutateAsync({ object: { ...object, metadata: { ...metadata, ...version } } })
        toasts.tell(`Replaced ${kind.kind} ${at.name}`)
        discard()
      }),
  }
}

/** What core types as unknown: the console is one of the few readers. */
interface ManagedFieldsEntry {
  readonly manager?: string
  readonly operation?: string
  readonly subresource?: string
  readonly fieldsV1?: FieldsV1
}

/** What this manager has applied before. */
function ownFields({ metadata }: KubernetesObject): FieldsV1 | undefined {
  const entries = (metadata?.managedFields ?? []) as readonly ManagedFieldsEntry[]
  return entries.find(
    ({ manager, operation, subresource }) =>
      manager === FIELD_MANAGER && operation === 'Apply' && !subresource,
  )?.fieldsV1
}
