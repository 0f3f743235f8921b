import { expect, test } from 'vitest'
import { configMap, deployment, pod } from './manifests.ts'
import type { Workspace } from './workspace.ts'

/** Create, change, delete. */
export function writingSuite({ namespace, ok, fails, start }: Workspace): void {
  const dataOf = (name: string) => ok(`get configmap ${name} -o jsonpath={.data}`)

  test('D05: create, from a file and with generators', async () => {
    const input = configMap('created', { a: 'b' })
    expect(await ok('create -f -', { input })).toBe('configmap/created created')
    expect(await fails('create -f -', { input })).toBe(
      'Error from server (AlreadyExists): error when creating "STDIN": configmaps "created" already exists',
    )
    expect(await ok('create configmap made --from-literal=a=b')).toBe('configmap/made created')
    expect(await dataOf('made')).toBe('{"a":"b"}')
    expect(await ok('create secret generic hidden --from-literal=password=hunter2')).toBe(
      'secret/hidden created',
    )
    expect(await ok('get secret hidden -o jsonpath={.data.password}')).toBe('aHVudGVyMg==')
    expect(await ok('create deployment made --image=nginx:1.29 --replicas=2 --port=80')).toBe(
      'deployment.apps/made created',
    )
    const template = await ok(
      `get deployment made -o 'jsonpath={.spec.replicas} {.spec.template.spec.containers[0].ports[0].containerPort} {.spec.strategy.type}'`,
    )
    expect(template).toBe('2 80 RollingUpdate')
    expect(await ok('create configmap dry --from-literal=a=b --dry-run=server')).toBe(
      'configmap/dry created (server dry run)',
    )
    expect(await fails('get configmap dry')).toContain('not found')
  })

  test('D05: create of invalid objects', async () => {
    expect(await fails('create -f -', { input: { ...pod('typo'), spec: { containrs: [] } } })).toBe(
      'Error from server (BadRequest): error when creating "STDIN": Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.containrs"',
    )
    expect(await fails('create -f -', { input: configMap('Upper', {}) })).toContain(
      'The ConfigMap "Upper" is invalid: metadata.name: Invalid value: "Upper": a lowercase RFC 1123 subdomain must consist of',
    )
    expect(
      await fails('create -f -', { input: { apiVersion: 'v1', kind: 'Nosuch', metadata: { name: 'x' } } }),
    ).toContain('no matches for kind "Nosuch" in version "v1"')
    expect(await fails('create configmap x -n nosuch-namespace')).toBe(
      'error: failed to create configmap: namespaces "nosuch-namespace" not found',
    )
  })

  test('D05: apply creates, reports no change, changes, and is rejected', async () => {
    const apply = (data: object, metadata = {}) =>
      ok('apply -f -', { input: configMap('applied', data, metadata) })
    expect(await apply({ a: '1', b: '1' })).toBe('configmap/applied created')
    expect(await apply({ a: '1', b: '1' })).toBe('configmap/applied unchanged')
    await ok(`patch configmap applied --type merge -p '{"data":{"c":"foreign"}}'`)
    expect(await apply({ a: '2' })).toBe('configmap/applied configured')
    expect(await dataOf('applied')).toBe('{"a":"2","c":"foreign"}')
    const stale = configMap('applied', { a: '3' }, { resourceVersion: '1' })
    expect(await fails('apply -f -', { input: stale })).toContain(
      'Operation cannot be fulfilled on configmaps "applied": the object has been modified; please apply your changes to the latest version and try again',
    )
    expect(await ok('apply view-last-applied configmap applied -o json')).toContain('"a": "2"')
  })

  test('D05: apply merges the lists of a Deployment by their keys', async () => {
    await ok('apply -f -', { input: deployment('merged', 1) })
    await ok('set image deployment/merged side=busybox:1.38')
    await ok('annotate deployment merged note=kept')
    expect(await ok('apply -f -', { input: deployment('merged', 3) })).toBe(
      'deployment.apps/merged configured',
    )
    const state = `get deployment merged -o 'jsonpath={.spec.replicas} {.spec.template.spec.containers[*].image} {.metadata.annotations.note}'`
    expect(await ok(state)).toBe('3 nginx:1.29 busybox:1.37 kept')
  })

  test('D05: apply --server-side, and its conflict', async () => {
    const input = (data: object) => ({ input: configMap('shared', data) })
    const apply = 'apply --server-side -f -'
    expect(await ok(apply, input({ a: '1', b: '1' }))).toBe('configmap/shared serverside-applied')
    expect(await ok(`${apply} --field-manager other`, input({ c: '1' }))).toBe(
      'configmap/shared serverside-applied',
    )
    expect(await fails(`${apply} --field-manager other`, input({ a: '2', c: '1' }))).toBe(
      [
        'error: Apply failed with 1 conflict: conflict with "kubectl": .data.a',
        'Please review the fields above--they currently have other managers. Here',
        'are the ways you can resolve this warning:',
        '* If you intend to manage all of these fields, please re-run the apply',
        '  command with the `--force-conflicts` flag.',
        '* If you do not intend to manage all of the fields, please edit your',
        '  manifest to remove references to the fields that should keep their',
        '  current managers.',
        '* You may co-own fields by updating your manifest to match the existing',
        "  value; in this case, you'll become the manager if the other manager(s)",
        '  stop managing the field (remove it from their configuration).',
        'See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts',
      ].join('\n'),
    )
    await ok(`${apply} --field-manager other --force-conflicts`, input({ a: '2', c: '1' }))
    expect(await dataOf('shared')).toBe('{"a":"2","b":"1","c":"1"}')
    await ok(apply, input({ b: '1' }))
    expect(await dataOf('shared')).toBe('{"a":"2","b":"1","c":"1"}')
  })

  test('D05: patch, with three patch types', async () => {
    await ok('create -f -', { input: deployment('patched', 1) })
    const patch = (type: string, text: object) =>
      ok(`patch deployment patched --type ${type} -p '${JSON.stringify(text)}'`)
    const container = { name: 'side', image: 'busybox:1' }
    const strategic = { spec: { template: { spec: { containers: [container] } } } }
    expect(await patch('strategic', strategic)).toBe('deployment.apps/patched patched')
    expect(await patch('strategic', strategic)).toBe('deployment.apps/patched patched (no change)')
    const images = `get deployment patched -o 'jsonpath={.spec.template.spec.containers[*].image}'`
    expect(await ok(images)).toBe('nginx:1.29 busybox:1')
    expect(await patch('merge', { spec: { template: { spec: { containers: [container] } } } })).toBe(
      'deployment.apps/patched patched',
    )
    expect(await ok(images)).toBe('busybox:1')
    const replace = [{ op: 'replace', path: '/spec/replicas', value: 4 }]
    expect(await patch('json', replace)).toBe('deployment.apps/patched patched')
    expect(await ok('get deployment patched -o jsonpath={.spec.replicas}')).toBe('4')
    const test = [{ op: 'test', path: '/spec/replicas', value: 5 }]
    expect(await fails(`patch deployment patched --type json -p '${JSON.stringify(test)}'`)).toContain(
      'the server rejected our request due to an error in our request',
    )
  })

  test('D05: label, annotate and scale', async () => {
    await ok('create -f -', { input: deployment('scaled', 1) })
    expect(await ok('label deployment scaled tier=web')).toBe('deployment.apps/scaled labeled')
    expect(await fails('label deployment scaled tier=db')).toContain(
      `'tier' already has a value (web), and --overwrite is false`,
    )
    expect(await ok('label deployment scaled tier-')).toBe('deployment.apps/scaled unlabeled')
    expect(await ok('annotate deployment scaled note=hello')).toBe('deployment.apps/scaled annotated')
    expect(await ok('scale deployment scaled --replicas=5')).toBe('deployment.apps/scaled scaled')
    expect(await ok('get deployment scaled')).toContain('scaled  0/5  0  0  <age>')
    expect(await fails('scale deployment scaled --replicas=2 --current-replicas=3')).toBe(
      'error: Expected replicas to be 3, was 5',
    )
    expect(await ok('autoscale deployment scaled --max 3')).toBe(
      'horizontalpodautoscaler.autoscaling/scaled autoscaled',
    )
  })

  test('D05: replace and edit', async () => {
    await ok('create -f -', { input: configMap('edited', { a: 'before' }) })
    expect(await ok('replace -f -', { input: configMap('edited', { a: 'between' }) })).toBe(
      'configmap/edited replaced',
    )
    const stale = configMap('edited', { a: 'never' }, { resourceVersion: '1' })
    expect(await fails('replace -f -', { input: stale })).toContain(
      'Error from server (Conflict): error when replacing "STDIN": Operation cannot be fulfilled on configmaps "edited"',
    )
    const env = { KUBE_EDITOR: 'sed -i s/between/after/' }
    expect(await ok('edit configmap edited', { env })).toBe('configmap/edited edited')
    expect(await dataOf('edited')).toBe('{"a":"after"}')
    expect(await ok('edit configmap edited', { env })).toBe('')
  })

  test('D05: diff prints the changes of an apply', async () => {
    await ok('apply -f -', { input: configMap('differing', { a: '1' }) })
    const { code, stdout } = await start('diff -f -', { input: configMap('differing', { a: '2' }) }).ended
    expect(code).toBe(1)
    expect(stdout).toContain('-  a: "1"\n+  a: "2"\n')
  })

  test('D05: delete, with and without finalizers', async () => {
    await ok('create -f -', { input: configMap('gone', {}) })
    expect(await ok('delete configmap gone')).toBe(`configmap "gone" deleted`)
    expect(await fails('delete configmap gone')).toBe(
      'Error from server (NotFound): configmaps "gone" not found',
    )
    expect(await ok('delete configmap gone --ignore-not-found')).toBe('')
    await ok('create -f -', { input: configMap('held', {}, { finalizers: ['example.com/hold'] }) })
    const waiting = start('delete configmap held')
    await waiting.lines(1)
    expect(await ok('get configmap held -o jsonpath={.metadata.deletionTimestamp}')).toBe('<time>')
    await ok(`patch configmap held --type merge -p '{"metadata":{"finalizers":null}}'`)
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'configmap "held" deleted\n' })
    expect(await fails('get configmap held')).toContain('not found')
    for (const name of ['one', 'two'])
      await ok('create -f -', { input: configMap(name, {}, { labels: { batch: 'x' } }) })
    expect(await ok('delete configmap -l batch=x')).toBe('configmap "one" deleted\nconfigmap "two" deleted')
    expect(namespace).not.toBe('')
  })
}
