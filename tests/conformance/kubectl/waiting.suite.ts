import { expect, test } from 'vitest'
import { configMap, deployment, pod } from './manifests.ts'
import type { Workspace } from './workspace.ts'

/** Commands that end when something has happened. */
export function waitingSuite({ ok, fails, start }: Workspace): void {
  test('D05: wait --for=condition', async () => {
    await ok('create -f -', { input: pod('ready') })
    const waiting = start('wait --for=condition=Ready pod/ready --timeout=30s')
    const conditions = [{ type: 'Ready', status: 'True' }]
    await ok(
      `patch pod ready --subresource status --type merge -p '${JSON.stringify({ status: { conditions } })}'`,
    )
    expect(await waiting.ended).toEqual({ code: 0, stdout: 'pod/ready condition met\n', stderr: '' })
    expect(await ok('wait --for=condition=Ready pod/ready --timeout=30s')).toBe('pod/ready condition met')
    expect(await fails('wait --for=condition=Other pod/ready --timeout=1s')).toBe(
      'error: timed out waiting for the condition on pods/ready',
    )
  })

  test('D05: wait --for=jsonpath and --for=create', async () => {
    const created = start('wait --for=create configmap/awaited --timeout=30s')
    await ok('create -f -', { input: configMap('awaited', { state: 'new' }) })
    expect(await created.ended).toMatchObject({ code: 0, stdout: 'configmap/awaited condition met\n' })
    const waiting = start('wait --for=jsonpath={.data.state}=done configmap/awaited --timeout=30s')
    await ok(`patch configmap awaited -p '{"data":{"state":"done"}}'`)
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'configmap/awaited condition met\n' })
  })

  test('D05: wait --for=delete', async () => {
    await ok('create -f -', { input: configMap('leaving', {}) })
    const waiting = start('wait --for=delete configmap/leaving --timeout=30s')
    await ok('delete configmap leaving')
    expect(await waiting.ended).toMatchObject({ code: 0 })
  })

  test('D05: rollout', async () => {
    await ok('create -f -', { input: deployment('rolled', 1) })
    expect(await ok('rollout restart deployment/rolled')).toBe('deployment.apps/rolled restarted')
    const waiting = start('rollout status deployment/rolled --timeout=30s')
    await waiting.lines(1)
    const status = {
      observedGeneration: 2,
      replicas: 1,
      updatedReplicas: 1,
      readyReplicas: 1,
      availableReplicas: 1,
    }
    await ok(`patch deployment rolled --subresource status --type merge -p '${JSON.stringify({ status })}'`)
    const { code, stdout } = await waiting.ended
    expect(code).toBe(0)
    expect(stdout).toContain('deployment "rolled" successfully rolled out')
  })
}
