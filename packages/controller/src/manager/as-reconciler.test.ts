import { deployments } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import type { ReconcileContext } from '../api/reconciler.ts'
import { asReconciler } from './as-reconciler.ts'

const deployment = { metadata: { namespace: 'ns', name: 'web' } }
/** A context whose client finds one deployment. */
const context = {
  client: {
    find: async (_: unknown, { name }: { name: string }) => (name === 'web' ? deployment : undefined),
  },
} as unknown as ReconcileContext

test('C-CTL-30: an object that exists is read and passed to the function', async () => {
  const seen: unknown[] = []
  const reconciler = asReconciler(deployments, (object, given) => {
    seen.push(object, given)
    return { requeueAfterMs: 5 }
  })
  expect(await reconciler({ namespace: 'ns', name: 'web' }, context)).toEqual({ requeueAfterMs: 5 })
  expect(seen).toEqual([deployment, context])
})

test('C-CTL-30: an object that is gone is done', async () => {
  const reconciler = asReconciler(deployments, () => {
    throw new Error('called')
  })
  expect(await reconciler({ namespace: 'ns', name: 'gone' }, context)).toBeUndefined()
})
