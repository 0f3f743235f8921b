import { isConflict, isForbidden, UsageError } from '@kube-informer/core'
import { type ConfigMap, configMaps, type Deployment, deployments } from '@kube-informer/core/resources'
import { describe, expect, test, vi } from 'vitest'
import { createHelpersRig } from '../test/helpers-rig.ts'
import { createOrPatch } from './create-or-patch.ts'
import { createOrUpdate } from './create-or-update.ts'
import { addFinalizer } from './finalizers.ts'
import type { Mutate } from './mutate.ts'

const at = { namespace: 'default', name: 'a' }
const configMap: ConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { ...at, labels: { app: 'x' } },
  data: { color: 'red' },
}
const deployment = JSON.parse(
  `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"default","name":"a","finalizers":["example.com/x"]},
  "spec":{"replicas":1,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
  "spec":{"activeDeadlineSeconds":9007199254740993,"containers":[{"name":"c","image":"i"}]}}},"status":{"replicas":1}}`,
) as Deployment

const paint =
  (color: string): Mutate<ConfigMap> =>
  draft => {
    draft.data = { ...draft.data, color }
  }
const resize =
  (replicas: number): Mutate<Deployment> =>
  draft => {
    if (draft.spec) draft.spec.replicas = replicas
  }

describe('createOrUpdate', () => {
  test('C-UTL-7: creates a missing object', async () => {
    const { client, writes, server } = createHelpersRig()
    const { object, result } = await createOrUpdate(client, configMaps, at, paint('red'))
    expect([result, writes()]).toEqual(['created', ['POST default/configmaps']])
    expect(object).toEqual(server.get(configMaps, 'default/a'))
    expect(object.data).toEqual({ color: 'red' })
  })

  test('C-UTL-7: replaces an object that changes', async () => {
    const { client, writes, server } = createHelpersRig(configMap)
    const { object, result } = await createOrUpdate(client, configMaps, at, paint('blue'))
    expect([result, writes()]).toEqual(['updated', ['PUT default/configmaps/a']])
    expect(server.get(configMaps, 'default/a')).toEqual(object)
    expect(object).toMatchObject({ metadata: { labels: { app: 'x' } }, data: { color: 'blue' } })
  })

  test('C-UTL-7: sends nothing for an object that stays', async () => {
    const { client, writes } = createHelpersRig(configMap)
    const results = [
      await createOrUpdate(client, configMaps, at, paint('red')),
      await createOrUpdate(client, configMaps, at, draft => ({ ...draft })),
      // The server stores no empty collections.
      await createOrUpdate(client, configMaps, at, draft => {
        if (draft.metadata) draft.metadata.annotations ??= {}
      }),
    ]
    expect(results.map(({ result }) => result)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(writes()).toEqual([])
  })

  test('C-UTL-7: a failed read is the error, and mutate is not called', async () => {
    const { client, server, writes } = createHelpersRig(configMap)
    server.faults.add({ match: { method: 'GET' }, action: { type: 'status', code: 403 } })
    const mutate = vi.fn()
    for (const write of [createOrUpdate, createOrPatch]) {
      expect(isForbidden(await write(client, configMaps, at, mutate).catch((error: unknown) => error))).toBe(
        true,
      )
    }
    expect([mutate.mock.calls, writes()]).toEqual([[], []])
  })

  test('a concurrent change is a conflict, and is not lost', async () => {
    const { client, server } = createHelpersRig(configMap)
    const write = createOrUpdate(client, configMaps, at, draft => {
      server.update({ ...configMap, data: { color: 'green' } })
      draft.data = { color: 'blue' }
    })
    expect(isConflict(await write.catch((error: unknown) => error))).toBe(true)
    expect(server.get(configMaps, 'default/a')?.data).toEqual({ color: 'green' })
  })

  test('never sends an integer beyond 2^53', async () => {
    const { client, writes } = createHelpersRig(deployment)
    await expect(createOrUpdate(client, deployments, at, resize(2))).rejects.toThrow(
      'cannot write spec.template.spec.activeDeadlineSeconds: 9007199254740992 is beyond 2^53',
    )
    expect(writes()).toEqual([])
  })
})

describe('C-UTL-8: a mutate function that fails', () => {
  const rename: Mutate<ConfigMap> = draft => ({ ...draft, metadata: { ...draft.metadata, name: 'b' } })
  const move: Mutate<ConfigMap> = draft => {
    draft.metadata = { ...draft.metadata, namespace: 'else' }
  }
  const fail: Mutate<ConfigMap> = async () => {
    throw new Error('own error')
  }

  test.each([
    ['renames', rename, 'MutateFn cannot mutate object name and/or object namespace'],
    ['moves', move, 'MutateFn cannot mutate object name and/or object namespace'],
    ['throws', fail, 'own error'],
  ])('C-UTL-8: %s: nothing is written', async (_, mutate, message) => {
    for (const objects of [[], [configMap]]) {
      const { client, writes } = createHelpersRig(...objects)
      for (const write of [createOrUpdate, createOrPatch]) {
        await expect(write(client, configMaps, at, mutate)).rejects.toThrow(message)
      }
      expect(writes()).toEqual([])
    }
  })
})

describe('createOrPatch', () => {
  const setReplicas: Mutate<Deployment> = draft => {
    draft.status = { ...draft.status, replicas: 3 }
  }

  test.each<[string, Mutate<Deployment>, string, readonly string[]]>([
    ['the spec', resize(2), 'updated', ['PATCH default/deployments/a']],
    ['the status', setReplicas, 'updatedStatusOnly', ['PATCH default/deployments/a/status']],
    [
      'both',
      draft => {
        resize(2)(draft)
        setReplicas(draft)
      },
      'updatedStatus',
      ['PATCH default/deployments/a', 'PATCH default/deployments/a/status'],
    ],
    ['nothing', () => undefined, 'unchanged', []],
  ])('C-UTL-9: a change of %s', async (what, mutate, expected, requests) => {
    const { client, writes, server } = createHelpersRig(deployment)
    const { object, result } = await createOrPatch(client, deployments, at, mutate)
    expect([result, writes()]).toEqual([expected, requests])
    expect(object).toEqual(server.get(deployments, 'default/a'))
    expect(object.spec?.replicas).toBe(what === 'the spec' || what === 'both' ? 2 : 1)
    expect(object.status?.replicas).toBe(what === 'the status' || what === 'both' ? 3 : 1)
  })

  test('C-UTL-9: creates a missing object, without its status', async () => {
    const { client, writes } = createHelpersRig()
    const mutate: Mutate<Deployment> = () => ({ ...deployment, status: { replicas: 7 }, spec: SMALL_SPEC })
    const { object, result } = await createOrPatch(client, deployments, at, mutate)
    expect([result, writes()]).toEqual(['created', ['POST default/deployments']])
    expect(object.status?.replicas).toBeUndefined()
    expect((await createOrPatch(client, deployments, at, setReplicas)).result).toBe('updatedStatusOnly')
  })

  test('C-UTL-9: does not write an untouched integer beyond 2^53, and refuses a changed one', async () => {
    const { client, server } = createHelpersRig(deployment)
    const bodies: unknown[] = []
    const patch: typeof client.patch = (resource, where, body, options) => {
      bodies.push(body)
      return client.patch(resource, where, body, options)
    }
    await createOrPatch({ ...client, patch }, deployments, at, resize(2))
    expect(bodies).toEqual([{ spec: { replicas: 2 } }])
    const write = createOrPatch(client, deployments, at, draft => {
      if (draft.spec?.template?.spec) draft.spec.template.spec.activeDeadlineSeconds = 2 ** 54
    })
    await expect(write).rejects.toThrow(UsageError)
    expect(server.get(deployments, 'default/a')?.spec?.replicas).toBe(2)
  })

  test('keeps what others changed in the meantime', async () => {
    const { client, server } = createHelpersRig(configMap)
    await createOrPatch(client, configMaps, at, draft => {
      server.update({ ...configMap, data: { color: 'red', size: '1' } })
      draft.data = { ...draft.data, color: 'blue' }
    })
    expect(server.get(configMaps, 'default/a')?.data).toEqual({ color: 'blue', size: '1' })
  })

  test.each([
    ['by default', undefined, ['example.com/other'], true],
    ['with the lock off', false, ['example.com/own'], false],
  ])('a finalizer that was added in the meantime: %s', async (_, optimisticLock, finalizers, isRefused) => {
    const { client, server } = createHelpersRig(configMap)
    const write = createOrPatch(
      client,
      configMaps,
      at,
      draft => {
        const metadata = { ...configMap.metadata, finalizers: ['example.com/other'] }
        server.update({ ...configMap, metadata })
        addFinalizer(draft, 'example.com/own')
      },
      { optimisticLock },
    )
    expect(isConflict(await write.catch((error: unknown) => error))).toBe(isRefused)
    expect(server.get(configMaps, 'default/a')?.metadata?.finalizers).toEqual(finalizers)
  })

  test('with the lock, both patches apply to one state', async () => {
    const { client, writes } = createHelpersRig(deployment)
    const mutate: Mutate<Deployment> = draft => {
      addFinalizer({ metadata: draft.metadata }, 'example.com/own')
      setReplicas(draft)
    }
    expect((await createOrPatch(client, deployments, at, mutate)).result).toBe('updatedStatus')
    expect(writes()).toHaveLength(2)
  })

  test('passes the options of a write on', async () => {
    const { client, server } = createHelpersRig(configMap)
    await createOrPatch(client, configMaps, at, paint('blue'), { dryRun: true, fieldManager: 'm' })
    expect(server.requests.at(-1)?.query).toMatchObject({ dryRun: 'All', fieldManager: 'm' })
    expect(server.get(configMaps, 'default/a')?.data).toEqual({ color: 'red' })
  })
})

const SMALL_SPEC = {
  selector: { matchLabels: { a: 'b' } },
  template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
}
