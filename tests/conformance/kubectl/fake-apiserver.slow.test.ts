import { generatePods } from '@kube-informer/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeKubectl } from './describe-kubectl.ts'
import { kubectlSuite } from './suite.ts'
import { openFake } from './targets.ts'

describeKubectl('kubectl on the fake apiserver', () => kubectlSuite(openFake))

describeKubectl('kubectl where not everything is allowed', () => {
  test('D05: auth can-i exits with the code for no, and the request is forbidden', async () => {
    const { kubectl, close } = await openFake({
      authorize: ({ verb, user }) => user === 'admin' || ['get', 'list', 'watch'].includes(verb),
    })
    expect(await kubectl.run('auth can-i delete pods')).toMatchObject({ code: 0, stdout: 'yes\n' })
    expect(await kubectl.run('auth can-i get pods --as joe')).toMatchObject({ code: 0, stdout: 'yes\n' })
    expect(await kubectl.run('auth can-i delete pods --as joe')).toMatchObject({ code: 1, stdout: 'no\n' })
    const refused = await kubectl.run('create configmap x --as joe')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toBe(
      'error: failed to create configmap: configmaps is forbidden: User "joe" cannot create resource "configmaps" in API group "" in the namespace "default"\n',
    )
    await close()
  })

  test('D05: delete of a namespace deletes its objects', async () => {
    const { kubectl, close } = await openFake()
    await kubectl.run('create namespace doomed')
    await kubectl.run('create configmap within -n doomed')
    const deleted = await kubectl.run('delete namespace doomed')
    expect(deleted).toMatchObject({ code: 0, stdout: 'namespace "doomed" deleted\n' })
    expect(await kubectl.run('get configmap within -n doomed')).toMatchObject({ code: 1 })
    await close()
  })
})

describeKubectl('kubectl logs of generated containers', () => {
  let target: Awaited<ReturnType<typeof openFake>>
  beforeAll(async () => {
    target = await openFake({ controllers: { logs: true }, objects: generatePods({ count: 1, seed: 1 }) })
  })
  afterAll(() => target.close())
  const podName = async () => (await target.kubectl.run('get pods -o name')).stdout.trim()

  test('prints the last lines with their times', async () => {
    const logs = `logs ${await podName()} -c app --tail=5 --timestamps`
    const { code, stdout } = await target.kubectl.run(logs)
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(5)
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z /)
    const all = await target.kubectl.run(`logs ${await podName()} --all-containers --since=1m`)
    expect(all.stdout).toContain('HTTP/1.1')
  })

  test('follows until the Pod is deleted', { timeout: 30_000 }, async () => {
    const name = await podName()
    const running = target.kubectl.start(`logs -f ${name} -c app --tail=1`)
    expect((await running.lines(3)).length).toBeGreaterThanOrEqual(3)
    await target.kubectl.run(`delete ${name} --now --wait=false`)
    await target.kubectl.run(`delete ${name} --force --grace-period=0`)
    expect(await running.ended).toMatchObject({ code: 0 })
  })

  test('reports the errors of a kubelet', async () => {
    await target.kubectl.run('create -f -', {
      input: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web-0' },
        spec: { nodeName: 'node-1', containers: [{ name: 'app', image: 'web:1' }] },
      },
    })
    const waiting = await target.kubectl.run('logs web-0')
    expect(waiting.stderr).toBe(
      'Error from server (BadRequest): container "app" in pod "web-0" is waiting to start: ContainerCreating\n',
    )
    const unknown = await target.kubectl.run('logs web-0 -c nosuch')
    expect(unknown.stderr).toMatch(/container nosuch is not valid for pod web-0/)
  })
})
