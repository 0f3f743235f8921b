import type { KubernetesObject } from '@kube-informer/core'
import { defineResource } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { expectTypeOf, test } from 'vitest'
import { defaulting } from './admission/defaulting.ts'
import { validating } from './admission/validating.ts'

interface Widget extends KubernetesObject {
  readonly spec: { readonly size?: number; readonly parts?: readonly { readonly name: string }[] }
}

const widgets = defineResource<Widget>({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})

test('a draft is writable at each depth', () => {
  defaulting(widgets, draft => {
    draft.spec.size ??= 1
    draft.spec.parts?.push({ name: 'a' })
    expectTypeOf(draft.spec.size).toEqualTypeOf<number>()
    // @ts-expect-error: no such field
    draft.spec.color = 'red'
    // @ts-expect-error: another type
    draft.spec.size = '1'
  })
  defaulting(pods, draft => {
    draft.metadata = { ...draft.metadata, labels: { a: 'b' } }
  })
  defaulting(widgets, async draft => {
    draft.spec.size = await Promise.resolve(1)
  })
  // What these return is ignored.
  defaulting(widgets, draft => (draft.spec.size ??= 1))
  defaulting(widgets, draft => draft.spec.parts?.push({ name: 'x' }))
  defaulting(widgets, async draft => draft.spec.size)
})

test('validated objects are read-only, and have the type of the resource', () => {
  validating(widgets, {
    create(widget) {
      expectTypeOf(widget).toEqualTypeOf<Widget>()
      // @ts-expect-error: read-only
      widget.spec.size = 1
    },
    update(widget, old, { warn, audit, dryRun, operation }) {
      expectTypeOf(old).toEqualTypeOf<Widget>()
      expectTypeOf(operation).toEqualTypeOf<'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'>()
      if (dryRun) warn(`${widget.spec.size}`)
      audit('a', 'b')
    },
    // @ts-expect-error: a denial is an error, not a value
    delete: widget => widget.spec.size === 1,
  })
})

test('operations of a defaulter', () => {
  defaulting(widgets, () => {}, { operations: ['CREATE'] })
  // @ts-expect-error: a defaulter is not called for DELETE
  defaulting(widgets, () => {}, { operations: ['DELETE'] })
})
