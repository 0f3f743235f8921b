import { isInvalid, type KubernetesObject, StatusError, UsageError } from '@kube-informer/core'
import { type ConfigMap, configMaps } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import type { ReconcileContext } from '../api/reconciler.ts'
import { createHelpersRig } from '../test/helpers-rig.ts'
import { withFinalizer } from './with-finalizer.ts'

const OWN = 'example.com/own'
const OTHER = 'example.com/other'
const request = { namespace: 'default', name: 'a' }

const configMap = (finalizers?: readonly string[], isDeleted = false): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    ...request,
    ...(finalizers && { finalizers }),
    ...(isDeleted && { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 }),
  },
})

/** Runs reconciles and records the steps, with the finalizers that the server has stored at that time. */
function createRig(...objects: readonly KubernetesObject[]) {
  const rig = createHelpersRig(...objects)
  const steps: string[] = []
  const outcomes: { cleanup: (() => { requeueAfterMs?: number } | undefined)[] } = { cleanup: [] }
  const finalizers = () => rig.server.get(configMaps, 'default/a')?.metadata?.finalizers
  const reconcile = withFinalizer(OWN, {
    resource: configMaps,
    apply: object => {
      steps.push(`apply ${object.metadata?.finalizers} ${finalizers()}`)
      return { requeueAfterMs: 1000 }
    },
    cleanup: async () => {
      steps.push(`cleanup ${finalizers()}`)
      return outcomes.cleanup.shift()?.()
    },
  })
  const signal = new AbortController().signal
  const contextOf = (client = rig.client) => ({ client, signal }) as ReconcileContext
  return {
    ...rig,
    steps,
    outcomes,
    finalizers,
    reconcile: async (client = rig.client) => reconcile(request, contextOf(client)),
    /** A client that runs the function after its read. */
    afterRead: (run: () => void): typeof rig.client => ({
      ...rig.client,
      find: async (...args) => {
        const object = await rig.client.find(...args)
        run()
        return object
      },
    }),
  }
}

describe('an object that is not deleted', () => {
  test.each([
    ['without finalizers', undefined, OWN],
    ['with another finalizer', [OTHER], `${OTHER},${OWN}`],
  ])('C-UTL-15: %s: apply follows once the finalizer is stored', async (_, before, after) => {
    const { reconcile, steps, writes } = createRig(configMap(before))
    expect(await reconcile()).toEqual({ requeueAfterMs: 1000 })
    expect(steps).toEqual([`apply ${after} ${after}`])
    await reconcile()
    expect([steps.length, writes()]).toEqual([2, ['PATCH default/configmaps/a']])
  })

  test.each([
    ['without finalizers', undefined],
    ['with another finalizer', ['example.com/first']],
  ])('C-UTL-15: %s: a finalizer that is added in the meantime is not lost', async (_, before = []) => {
    const { reconcile, afterRead, server, steps, finalizers } = createRig(configMap(before))
    const adding = afterRead(() => server.update(configMap([...before, OTHER])))
    expect(isInvalid(await reconcile(adding).catch((error: unknown) => error))).toBe(true)
    expect([steps, finalizers()]).toEqual([[], [...before, OTHER]])
    await reconcile()
    expect(finalizers()).toEqual([...before, OTHER, OWN])
    expect(steps).toHaveLength(1)
  })

  test('C-UTL-15: apply is not called if the finalizer cannot be stored', async () => {
    const { reconcile, server, steps } = createRig(configMap())
    server.faults.add({ match: { method: 'PATCH' }, action: { type: 'status', code: 403 } })
    await expect(reconcile()).rejects.toThrow()
    expect(steps).toEqual([])
  })

  test('C-UTL-15: an object of the same name that was created in the meantime is left alone', async () => {
    const { reconcile, afterRead, server, finalizers } = createRig(configMap())
    const recreating = afterRead(() => {
      server.delete(configMap())
      server.create(configMap())
    })
    await expect(reconcile(recreating)).rejects.toThrow()
    expect(finalizers()).toBeUndefined()
  })
})

describe('an object that is being deleted', () => {
  test('C-UTL-15: the finalizer goes after cleanup, and others stay', async () => {
    const { reconcile, steps, finalizers } = createRig(configMap([OTHER, OWN, OWN], true))
    expect(await reconcile()).toBeUndefined()
    expect([steps, finalizers()]).toEqual([[`cleanup ${OTHER},${OWN},${OWN}`], [OTHER]])
    await reconcile()
    expect(steps).toHaveLength(1)
  })

  test('C-UTL-15: the last finalizer removes the object, and a missing object needs no work', async () => {
    const { reconcile, steps, server } = createRig(configMap([OWN], true))
    await reconcile()
    expect(server.get(configMaps, 'default/a')).toBeUndefined()
    await reconcile()
    expect(steps).toHaveLength(1)
  })

  test('C-UTL-15: cleanup runs again after an error, and while it asks for a requeue', async () => {
    const { reconcile, steps, outcomes, finalizers, server } = createRig(configMap([OWN], true))
    outcomes.cleanup.push(
      () => {
        throw new Error('not yet')
      },
      () => ({ requeueAfterMs: 500 }),
    )
    await expect(reconcile()).rejects.toThrow('not yet')
    expect(await reconcile()).toEqual({ requeueAfterMs: 500 })
    expect(finalizers()).toEqual([OWN])
    await reconcile()
    expect([steps.length, server.get(configMaps, 'default/a')]).toEqual([3, undefined])
  })

  test('C-UTL-15: a finalizer that is added during cleanup is not lost', async () => {
    const { reconcile, outcomes, server, finalizers } = createRig(configMap([OWN], true))
    outcomes.cleanup.push(() => {
      server.update(configMap([OTHER, OWN], true))
      return undefined
    })
    await expect(reconcile()).rejects.toThrow()
    expect(finalizers()).toEqual([OTHER, OWN])
    await reconcile()
    expect(finalizers()).toEqual([OTHER])
  })

  test('C-UTL-15: an object that is gone after cleanup is a success', async () => {
    const { reconcile, outcomes, server } = createRig(configMap([OWN], true))
    outcomes.cleanup.push(() => {
      server.delete(configMap())
      return undefined
    })
    expect(await reconcile()).toBeUndefined()
  })

  test('C-UTL-15: neither step runs without the finalizer, and none is added', async () => {
    const { reconcile, steps, writes } = createRig(configMap([OTHER], true))
    expect(await reconcile()).toBeUndefined()
    expect([steps, writes()]).toEqual([[], []])
  })
})

test('the name of a finalizer needs a domain', () => {
  const steps = { resource: configMaps, apply: () => {}, cleanup: () => {} }
  expect(() => withFinalizer('mine', steps)).toThrow(UsageError)
})

test('T-ANS-8: a 404 without a Status does not say that the object is gone', async () => {
  const { client, reconcile } = createRig(configMap([OWN], true))
  const missing = (details?: object) => async () => {
    throw new StatusError({ code: 404, reason: 'NotFound', ...(details && { details }) })
  }
  await reconcile({ ...client, patch: missing() })
  const page = missing({ causes: [{ reason: 'UnexpectedServerResponse' }] })
  await expect(reconcile({ ...client, patch: page })).rejects.toMatchObject({ code: 404 })
})
