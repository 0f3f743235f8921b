import { isForbidden } from '@kube-informer/core'
import type { FaultRule } from '@kube-informer/testing'
import { Activity, type ReactNode, StrictMode } from 'react'
import { expect, test } from 'vitest'
import { at, deploymentOf, hooks, informers, Replicas, renderDeployment } from '../test/deployments.tsx'
import { testOfReact19 } from '../test/react-version.ts'
import { actOn } from '../testing/act-on.ts'
import { createTestInformers } from '../testing/create-test-informers.ts'
import type { MutationResult } from './mutation-store.ts'

const { useApply, useDelete, useMutate, useScale } = hooks

/** Delays the next write. */
const slowWrite = (ms: number): FaultRule => ({
  match: { method: 'PATCH' },
  times: 1,
  action: { type: 'delay', ms },
})

/** The result that a component rendered last. */
function probe<TResult extends object>(useIt: () => TResult) {
  const shown: { current: TResult | undefined; readonly rendered: TResult[] } = {
    current: undefined,
    rendered: [],
  }
  const Probe = (): ReactNode => {
    shown.current = useIt()
    shown.rendered.push(shown.current)
    return <Replicas />
  }
  const now = (): TResult => {
    if (!shown.current) throw new Error('not rendered')
    return shown.current
  }
  return { Probe, now, rendered: shown.rendered }
}

const stateOf = ({
  status,
  isSettling,
  error,
}: Pick<MutationResult<unknown, unknown>, 'status' | 'isSettling' | 'error'>) =>
  [status, isSettling && 'settling', error?.message].filter(Boolean).join(' ')

test('a scale shows at once, is pending until the server has answered, and settles with the watch', async () => {
  const { Probe, now, rendered } = probe(() => useScale())
  const view = await renderDeployment(<Probe />)
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  view.server.faults.add(slowWrite(5_000))
  await actOn(() => now().mutate({ object: at, replicas: 3 }))
  expect(stateOf(now())).toBe('pending')
  await view.advance()
  expect([view.container.textContent, stateOf(now())]).toEqual(['3', 'pending'])
  expect(now().variables).toEqual({ object: at, replicas: 3 })
  await view.advance(6_000)
  expect(stateOf(now())).toBe('success')
  expect(now().data?.spec?.replicas).toBe(3)
  const states = new Set(rendered.map(stateOf))
  expect([...states].filter(state => state !== 'success settling')).toEqual(['idle', 'pending', 'success'])
})

test('an accepted write is settling until the watch has it', async () => {
  const { Probe, now } = probe(() => useMutate({ verb: 'patch' }))
  const view = await renderDeployment(<Probe />)
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  view.server.faults.add({ match: { watch: true }, action: { type: 'status', code: 500 } })
  view.server.dropWatches()
  await view.advance()
  await actOn(() => now().mutate({ object: at, patch: { spec: { replicas: 2 } } }))
  await view.waitFor(() => expect(stateOf(now())).toBe('success settling'))
  await view.advance()
  expect([view.container.textContent, stateOf(now())]).toEqual(['2', 'success settling'])
  view.server.faults.clear()
  await view.waitFor(() => expect(stateOf(now())).toBe('success'))
})

test('a rejection rolls the rows back, and is the error', async () => {
  const { Probe, now } = probe(() => useScale())
  const view = await renderDeployment(<Probe />)
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  view.server.faults.add(slowWrite(1_000))
  view.server.faults.add({ match: { method: 'PATCH' }, times: 1, action: { type: 'status', code: 403 } })
  await actOn(() => now().mutate({ object: at, replicas: 3 }))
  await view.waitFor(() => expect(isForbidden(now().error)).toBe(true))
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  await actOn(() => now().reset())
  expect(stateOf(now())).toBe('idle')
})

test('of overlapping mutations the last one decides the state', async () => {
  const { Probe, now } = probe(() => useScale())
  const view = await renderDeployment(<Probe />)
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  view.server.faults.add(slowWrite(2_000))
  await actOn(() => {
    now().mutate({ object: at, replicas: 2 })
    now().mutate({ object: { ...at, name: 'missing' }, replicas: 5 })
  })
  await view.waitFor(() => expect(now().status).toBe('error'))
  await view.advance(3_000)
  expect([now().status, now().variables?.object, view.container.textContent]).toEqual([
    'error',
    { ...at, name: 'missing' },
    '2',
  ])
})

test('a component that unmounts during a mutation leaves the write alone; StrictMode sends it once', async () => {
  const { Probe, now } = probe(() => useScale())
  const view = await renderDeployment(
    <StrictMode>
      <Probe />
    </StrictMode>,
  )
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  view.server.faults.add(slowWrite(1_000))
  let outcome: Promise<unknown> = Promise.resolve()
  await actOn(() => {
    outcome = now().mutateAsync({ object: at, replicas: 4 })
  })
  await view.rerender(null)
  await view.advance(2_000)
  expect(await outcome).toMatchObject({ spec: { replicas: 4 } })
  expect(view.server.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})

test('a mutation can start after its component has left, for example to revert a change', async () => {
  const { Probe, now } = probe(() => useScale())
  const view = await renderDeployment(<Probe />)
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  const { mutateAsync } = now()
  await view.rerender(<Replicas />)
  const [outcome] = await Promise.all([
    mutateAsync({ object: at, replicas: 6 }),
    view.waitFor(() => expect(view.container.textContent).toBe('6')),
  ])
  expect(outcome).toMatchObject({ spec: { replicas: 6 } })
})

testOfReact19('a hidden tree keeps the state of its mutation', async () => {
  const { Probe, now } = probe(() => useScale())
  const tree = (mode: 'visible' | 'hidden'): ReactNode => (
    <Activity mode={mode}>
      <Probe />
    </Activity>
  )
  const view = await renderDeployment(tree('visible'))
  await view.advance()
  view.server.faults.add(slowWrite(1_000))
  await actOn(() => now().mutate({ object: at, replicas: 2 }))
  await view.rerender(tree('hidden'))
  await view.advance(2_000)
  await view.rerender(tree('visible'))
  expect(stateOf(now())).toBe('success')
})

test('mutationFn closes over the values of the last render, although mutate keeps its reference', async () => {
  const seen = new Set<unknown>()
  const results: MutationResult<unknown, void>[] = []
  const Scaler = ({ replicas }: { readonly replicas: number }): ReactNode => {
    const result = useMutate({
      mutationFn: () => ({
        verb: 'patch',
        object: at,
        patch: { spec: { replicas } },
        options: { subresource: 'scale' },
      }),
    })
    seen.add(result.mutate)
    results.push(result)
    return <Replicas />
  }
  const view = await renderDeployment(<Scaler replicas={2} />)
  await view.rerender(<Scaler replicas={7} />)
  await actOn(() => results[0]?.mutate())
  await view.waitFor(() => expect(view.container.textContent).toBe('7'))
  expect(seen.size).toBe(1)
})

test('a function of the newest object is a mutation too', async () => {
  const { Probe, now } = probe(() =>
    useMutate({
      mutationFn: (by: number) => ({
        object: at,
        change: old =>
          ({ ...old, spec: { ...old.spec, replicas: (old.spec?.replicas ?? 0) + by } }) as typeof old,
      }),
    }),
  )
  const view = await renderDeployment(<Probe />)
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  await actOn(() => now().mutate(2))
  await view.waitFor(() => expect(view.container.textContent).toBe('3'))
})

test('optimistic replaces what rows show; false shows nothing before the response', async () => {
  const none = probe(() => useScale({ optimistic: false }))
  const other = probe(() =>
    useScale({ optimistic: ({ replicas }: { replicas: number }) => ({ spec: { replicas: replicas * 10 } }) }),
  )
  const view = await renderDeployment(<none.Probe />)
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  view.server.faults.add(slowWrite(1_000))
  await actOn(() => none.now().mutate({ object: at, replicas: 2 }))
  await view.advance()
  expect(view.container.textContent).toBe('1')
  await view.waitFor(() => expect(view.container.textContent).toBe('2'))
  await view.rerender(<other.Probe />)
  view.server.faults.add(slowWrite(1_000))
  await actOn(() => other.now().mutate({ object: at, replicas: 3 }))
  await view.advance()
  expect(view.container.textContent).toBe('30')
  await view.waitFor(() => expect(view.container.textContent).toBe('3'))
})

test('a delete removes the row at once, and a rejected one brings it back', async () => {
  const { Probe, now } = probe(() => useDelete())
  const view = await renderDeployment(<Probe />)
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  view.server.faults.add({ match: { method: 'DELETE' }, times: 1, action: { type: 'delay', ms: 1_000 } })
  view.server.faults.add({ match: { method: 'DELETE' }, times: 1, action: { type: 'status', code: 403 } })
  await actOn(() => now().mutate({ object: at }))
  await view.advance()
  expect([view.container.textContent, stateOf(now())]).toEqual(['none', 'pending'])
  await view.waitFor(() => expect(view.container.textContent).toBe('1'))
  expect(isForbidden(now().error)).toBe(true)
  await actOn(() => now().mutate({ object: at, options: { propagationPolicy: 'Background' } }))
  await view.waitFor(() => expect(stateOf(now())).toBe('success'))
  await view.waitFor(() => expect(view.container.textContent).toBe('none'))
})

test('the conflicts of an apply name the owner of each field, and force takes the fields over', async () => {
  const { Probe, now } = probe(() => useApply({ fieldManager: 'dashboard' }))
  const view = await renderDeployment(<Probe />, { objects: [] })
  const { client } = view.connection
  await Promise.all([
    client.apply('deployments', deploymentOf(1), { fieldManager: 'kubectl' }),
    view.waitFor(() => expect(view.container.textContent).toBe('1')),
  ])
  const { spec, ...rest } = deploymentOf(5)
  const object = { ...rest, spec: { replicas: 5 } }

  await actOn(() => now().mutate({ object }))
  await view.waitFor(() => expect(now().status).toBe('error'))
  const conflict = { field: '.spec.replicas', manager: 'kubectl', operation: 'Apply' }
  expect(now().conflicts).toEqual([expect.objectContaining(conflict)])
  expect(view.container.textContent).toBe('1')

  await actOn(() => now().mutate({ object, force: true }))
  await view.waitFor(() => expect(now().status).toBe('success'))
  expect(now().conflicts).toEqual([])
  await view.waitFor(() => expect(view.container.textContent).toBe('5'))
})

test('a preview shows what an apply would change and who owns it, and changes nothing', async () => {
  const { Probe, now } = probe(() => useApply({ fieldManager: 'dashboard' }))
  const view = await renderDeployment(<Probe />, { objects: [] })
  await Promise.all([
    view.connection.client.apply('deployments', deploymentOf(1), { fieldManager: 'kubectl' }),
    view.waitFor(() => expect(view.container.textContent).toBe('1')),
  ])
  const object = deploymentOf(5, 'web:2')
  await actOn(() => now().preview.mutate({ object }))
  await view.waitFor(() => expect(now().preview.status).toBe('success'))
  const preview = now().preview.data
  expect(preview?.changes).toEqual([
    { path: '.spec.replicas', before: 1, after: 5 },
    { path: '.spec.template.spec.containers[name="web"].image', before: 'web:1', after: 'web:2' },
  ])
  expect(preview?.conflicts.map(({ field, manager }) => [field, manager])).toEqual([
    ['.spec.replicas', 'kubectl'],
    ['.spec.template.spec.containers[name="web"].image', 'kubectl'],
  ])
  expect([now().status, view.container.textContent]).toEqual(['idle', '1'])
})

test('a preview of an object that does not exist is one change', async () => {
  const { Probe, now } = probe(() => useApply())
  const view = await renderDeployment(<Probe />, { objects: [] })
  await actOn(() => now().preview.mutate({ object: deploymentOf(1) }))
  await view.waitFor(() => expect(now().preview.status).toBe('success'))
  expect(now().preview.data?.changes.map(({ path }) => path)).toEqual([''])
  expect(view.server.requests.some(({ method, query }) => method === 'PATCH' && query.dryRun === 'All')).toBe(
    true,
  )
})

test('a hook writes to the connection that it is given', async () => {
  const other = await createTestInformers({ informers, objects: [deploymentOf(1)] })
  const { Probe, now } = probe(() => useScale({ connection: other.connection }))
  const view = await renderDeployment(<Probe />)
  await view.advance()
  await actOn(() => now().mutate({ object: at, replicas: 3 }))
  await other.waitFor(() => expect(now().status).toBe('success'))
  expect(view.container.textContent).toBe('1')
  other.close()
})
