import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { openRealCluster } from '../controller/real-cluster.ts'
import { describeKubectl } from '../kubectl/describe-kubectl.ts'
import { Kubectl, type RunOptions } from '../kubectl/kubectl.ts'
import { OPERATOR, type OperatorProcess, startOperator } from './operator-process.ts'

const WAIT = { timeout: 30_000, interval: 250 }

const widget = (version: 'v1' | 'v2', name: string, spec: object, metadata: object = {}) => ({
  apiVersion: `example.com/${version}`,
  kind: 'Widget',
  metadata: { name, namespace: 'default', ...metadata },
  spec,
})

// The operator runs with the rights of its manifest, outside of the cluster.
describeReal('the operator of the examples on a real kube-apiserver', () => {
  const real = openRealCluster([])
  describeKubectl('with kubectl', () => {
    let kubectl: Kubectl
    let operator: OperatorProcess
    let folder: string

    const ok = async (command: string, options?: RunOptions): Promise<string> => {
      const { code, stdout, stderr } = await kubectl.run(command, options)
      expect(code, `${command}: ${stderr}\n${operator?.output() ?? ''}`).toBe(0)
      return stdout
    }
    const json = async (command: string) => JSON.parse(await ok(`${command} -o json`))

    beforeAll(async () => {
      kubectl = new Kubectl(['--kubeconfig', real.cluster.kubeconfig ?? ''])
      await ok(`apply -f ${OPERATOR}/crds/widgets.yaml`)
      await ok('wait --for=condition=Established crd/widgets.example.com')
      await ok(`apply -f ${OPERATOR}/deploy/operator.yaml`)
      folder = await mkdtemp(join(tmpdir(), 'operator-user-'))
      const token = (await ok('create token widgets --namespace widgets-system')).trim()
      await writeFile(join(folder, 'config'), kubeconfigOf(real.cluster, token))
      operator = await startOperator(join(folder, 'config'))
      await vi.waitFor(async () => {
        const response = await fetch(`${operator.health}/readyz`).catch(() => undefined)
        expect(response?.status, operator.output()).toBe(200)
      }, WAIT)
      await waitUntilInstalled()
      // A manifest that sets what the operator has added could not be applied again.
      await ok(`apply -f ${OPERATOR}/crds/widgets.yaml`)
    }, 120_000)

    afterAll(async () => {
      await operator?.stop()
      await kubectl?.close()
      if (folder) await rm(folder, { recursive: true, force: true })
    })

    const dryRun = (input: object) => kubectl.run('create --dry-run=server -o json -f -', { input })

    /** The apiserver reads configurations by watches, and does not say when it has seen them. */
    const waitUntilInstalled = () =>
      vi.waitFor(async () => {
        const { stdout } = await dryRun(widget('v1', 'probe', { color: 'red' }))
        expect(stdout, operator.output()).toContain('"example.com/message": "Hello from probe"')
        const { stderr } = await dryRun(widget('v2', 'probe', { replicas: 6, page: { color: 'red' } }))
        expect(stderr, operator.output()).toContain('denied the request')
      }, WAIT)

    test('a Widget of v1 is defaulted, gets a Deployment and a status, and is read in both versions', async () => {
      const { stderr } = await kubectl.run('apply -f -', { input: widget('v1', 'hello', { color: 'blue' }) })
      expect(stderr).toContain('Warning: example.com/v1 Widget is deprecated')
      const [v1, v2] = [
        await json('get widgets.v1.example.com hello'),
        await json('get widgets.v2.example.com hello'),
      ]
      expect(v1).toMatchObject({
        metadata: { annotations: { 'example.com/message': 'Hello from hello' } },
        spec: { color: 'blue', size: 1 },
      })
      expect(v2.spec).toEqual({ replicas: 1, page: { color: 'blue', message: 'Hello from hello' } })

      await ok('wait --for=create deployment/hello --timeout=30s')
      await ok('wait --for=condition=Ready=false widget/hello --timeout=30s')
      await ok(
        `patch deployment hello --subresource=status --type=merge -p '{"status":{"replicas":1,"readyReplicas":1}}'`,
      )
      await ok('wait --for=condition=Ready widget/hello --timeout=30s')
      expect(await ok('get widgets')).toMatch(/^NAME +COLOR +REPLICAS +READY +AGE\nhello +blue +1 +1 +/)
      expect(await ok('get events')).toContain('1 of 1 Pods are ready')
    })

    test('a denial and a warning of the webhook are shown', async () => {
      const big = widget('v2', 'big', { replicas: 6, page: { color: 'red' } })
      const { code, stderr } = await kubectl.run('apply -f -', { input: big })
      expect(code).toBe(1)
      expect(stderr).toContain('denied the request: spec.replicas: more than 5 Pods need the label "team"')
      await ok('apply -f -', { input: { ...big, metadata: { ...big.metadata, labels: { team: 'web' } } } })
      const none = await kubectl.run('apply -f -', {
        input: widget('v1', 'none', { color: 'red', size: 0 }),
      })
      expect(none.stderr).toContain('Warning: spec.replicas: the page is not served without Pods')
    })

    test('a Widget is scaled in both versions, selected by its color, and kept while it is protected', async () => {
      const annotations = { 'example.com/protected': 'true' }
      await ok('apply -f -', { input: widget('v2', 'safe', { page: { color: 'green' } }, { annotations }) })
      await ok('scale widgets.v1.example.com/safe --replicas 3')
      expect((await json('get widgets.v2.example.com safe')).spec.replicas).toBe(3)
      expect(await ok('get widgets --field-selector spec.page.color=green -o name')).toBe(
        'widget.example.com/safe\n',
      )
      const { stderr } = await kubectl.run('delete widget safe')
      expect(stderr).toContain('the Widget is protected: remove the annotation example.com/protected')
      await ok('annotate widget safe example.com/protected-')
      await ok('delete widget safe')
    })

    test('metrics count its work, and SIGTERM ends it', async () => {
      const metrics = await (await fetch(`${operator.health}/metrics`)).text()
      expect(metrics).toMatch(
        /controller_runtime_reconcile_total\{controller="widget",result="success"\} [1-9]/,
      )
      expect(metrics).toMatch(/controller_runtime_webhook_requests_total\{.*\} [1-9]/)
      expect(await operator.stop(), operator.output()).toBe(0)
    })
  })
})

/** A kubeconfig of the service account. */
function kubeconfigOf(
  { url, ca = '' }: { readonly url: string; readonly ca?: string },
  token: string,
): string {
  const cluster = { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') }
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'operator',
    clusters: [{ name: 'operator', cluster }],
    users: [{ name: 'operator', user: { token } }],
    contexts: [{ name: 'operator', context: { cluster: 'operator', user: 'operator' } }],
  })
}
