import { expect, test } from 'vitest'
import { configMap, pod } from './manifests.ts'
import { plain } from './plain.ts'
import type { Workspace } from './workspace.ts'

/** Reading objects, in all output formats. */
export function readingSuite({ namespace, ok, okLines, fails, start }: Workspace): void {
  test('D05: api-resources and api-versions', async () => {
    expect(await okLines('api-resources --api-group=apps -o wide')).toEqual([
      'NAME  SHORTNAMES  APIVERSION  NAMESPACED  KIND  VERBS  CATEGORIES',
      'controllerrevisions  apps/v1  true  ControllerRevision  create,delete,deletecollection,get,list,patch,update,watch',
      'daemonsets  ds  apps/v1  true  DaemonSet  create,delete,deletecollection,get,list,patch,update,watch  all',
      'deployments  deploy  apps/v1  true  Deployment  create,delete,deletecollection,get,list,patch,update,watch  all',
      'replicasets  rs  apps/v1  true  ReplicaSet  create,delete,deletecollection,get,list,patch,update,watch  all',
      'statefulsets  sts  apps/v1  true  StatefulSet  create,delete,deletecollection,get,list,patch,update,watch  all',
    ])
    const all = await okLines('api-resources --namespaced=false -o name')
    expect(all).toEqual(
      expect.arrayContaining(['namespaces', 'nodes', 'clusterroles.rbac.authorization.k8s.io']),
    )
    const versions = await okLines('api-versions')
    expect(versions).toEqual(expect.arrayContaining(['v1', 'apps/v1', 'autoscaling/v1', 'autoscaling/v2']))
  })

  test('D07: version, health and any path', async () => {
    expect(await ok('get --raw /readyz')).toBe('ok')
    expect(await ok('version')).toContain('Server Version: v1.37.1')
    expect(JSON.parse(await ok('get --raw /version'))).toMatchObject({ gitVersion: 'v1.37.1' })
    expect(await fails('get --raw /nosuch')).toBe(
      'Error from server (NotFound): the server could not find the requested resource',
    )
  })

  test('D05: get, in all output formats', async () => {
    await ok('create -f -', { input: pod('reader', { app: 'reader' }) })
    const rows = await okLines('get pods -A')
    expect(rows[0]).toBe('NAMESPACE  NAME  READY  STATUS  RESTARTS  AGE')
    expect(rows).toContain(`${namespace}  reader  0/1  Pending  0  <age>`)
    expect(await okLines('get pods -o wide')).toEqual([
      'NAME  READY  STATUS  RESTARTS  AGE  IP  NODE  NOMINATED NODE  READINESS GATES',
      'reader  0/1  Pending  0  <age>  <none>  <none>  <none>  <none>',
    ])
    expect(await okLines('get pods -l app=reader --show-labels --no-headers')).toEqual([
      'reader  0/1  Pending  0  <age>  app=reader',
    ])
    expect(await ok('get pods --field-selector status.phase=Running')).toBe('')
    expect(await ok('get po/reader -o name')).toBe('pod/reader')
    expect(await ok(`get pods -o 'jsonpath={.items[*].spec.containers[0].image}'`)).toBe('nginx:1.29')
    expect(await okLines(`get pods -o 'custom-columns=NAME:.metadata.name,QOS:.status.qosClass'`)).toEqual([
      'NAME  QOS',
      'reader  BestEffort',
    ])
    expect(await fails('get pods nosuch')).toBe('Error from server (NotFound): pods "nosuch" not found')
    expect(await fails('get nosuch')).toBe(`error: the server doesn't have a resource type "nosuch"`)
    expect(await fails('get pods --field-selector spec.foo=1')).toContain(
      'field label not supported: spec.foo',
    )
  })

  test('D05: get -o yaml', async () => {
    await ok('create -f -', { input: configMap('written', { greeting: 'hello', lines: 'one\ntwo\n' }) })
    expect(await okLines('get configmap written -o yaml --show-managed-fields')).toEqual([
      'apiVersion: v1',
      'data:',
      '  greeting: hello',
      '  lines: |',
      '    one',
      '    two',
      'kind: ConfigMap',
      'metadata:',
      '  creationTimestamp: "<time>"',
      '  managedFields:',
      '  - apiVersion: v1',
      '    fieldsType: FieldsV1',
      '    fieldsV1:',
      '      f:data:',
      '        .: {}',
      '        f:greeting: {}',
      '        f:lines: {}',
      '    manager: kubectl-create',
      '    operation: Update',
      '    time: "<time>"',
      '  name: written',
      `  namespace: ${namespace}`,
      '  resourceVersion: <rv>',
      '  uid: <uid>',
    ])
  })

  test('T17: get -w prints its header once, and a row for each event', async () => {
    const watch = start('get pods -l app=watched -w')
    await ok('create -f -', { input: pod('first', { app: 'watched' }) })
    await watch.lines(2)
    await ok('label pod first tier=web')
    await watch.lines(3)
    await ok('create -f -', { input: pod('second', { app: 'watched' }) })
    await watch.lines(4)
    await ok('delete pod first --now')
    const lines = await watch.lines(5)
    await watch.stop()
    expect(lines.slice(0, 5).map(line => plain(line))).toEqual([
      'NAME  READY  STATUS  RESTARTS  AGE',
      'first  0/1  Pending  0  <age>',
      'first  0/1  Pending  0  <age>',
      'second  0/1  Pending  0  <age>',
      expect.stringMatching(/^first {2}0\/1 {2}(Terminating|Pending) {2}0 {2}<age>$/),
    ])
  })

  test('T18: get of one object with -w prints it once, then its changes', async () => {
    await ok('create -f -', { input: pod('single') })
    const watch = start('get pod single -w')
    await watch.lines(2)
    await ok('label pod single tier=web')
    const lines = await watch.lines(3)
    await watch.stop()
    expect(lines.map(line => plain(line))).toEqual([
      'NAME  READY  STATUS  RESTARTS  AGE',
      'single  0/1  Pending  0  <age>',
      'single  0/1  Pending  0  <age>',
    ])
  })

  test('D05: describe, with the events of the object', async () => {
    await ok('create -f -', { input: configMap('described', { a: 'b' }, { labels: { app: 'x' } }) })
    expect(await okLines('describe configmap described')).toEqual([
      'Name:  described',
      `Namespace:  ${namespace}`,
      'Labels:  app=x',
      'Annotations:  <none>',
      '',
      'Data',
      '====',
      'a:',
      '----',
      'b',
      '',
      '',
      'BinaryData',
      '====',
      '',
      'Events:  <none>',
    ])
    await ok('create -f -', { input: pod('eventful') })
    const uid = (await start('get pod eventful -o jsonpath={.metadata.uid}').ended).stdout
    const involvedObject = { apiVersion: 'v1', kind: 'Pod', name: 'eventful', namespace, uid }
    await ok('create -f -', {
      input: {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'eventful.1' },
        involvedObject,
        type: 'Warning',
        reason: 'Tired',
        message: 'it is late',
        source: { component: 'test' },
        count: 1,
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:00:00Z',
      },
    })
    const described = await okLines('describe pod eventful')
    expect(described).toEqual(
      expect.arrayContaining(['Name:  eventful', 'Status:  Pending', '    Image:  nginx:1.29']),
    )
    expect(described.at(-1)).toMatch(/^ {2}Warning {2}Tired {2}\S+ {2}test {2}it is late$/)
  })

  test('D05: explain, compared by types and required fields', async () => {
    const fields = async (path: string) =>
      (await start(`explain ${path}`).ended).stdout
        .split('\n')
        .filter(line => /\t<|^(KIND|VERSION|GROUP|FIELD)/.test(line))
    expect(await fields('deployments.spec.strategy')).toEqual([
      'GROUP:      apps',
      'KIND:       Deployment',
      'VERSION:    v1',
      'FIELD: strategy <DeploymentStrategy>',
      'FIELDS:',
      '  rollingUpdate\t<RollingUpdateDeployment>',
      '  type\t<string>',
    ])
    expect(await fields('pods.spec.containers.ports')).toEqual([
      'KIND:       Pod',
      'VERSION:    v1',
      'FIELD: ports <[]ContainerPort>',
      'FIELDS:',
      '  containerPort\t<integer> -required-',
      '  hostIP\t<string>',
      '  hostPort\t<integer>',
      '  name\t<string>',
      '  protocol\t<string>',
    ])
    expect(await fails('explain pods.spec.nosuch')).toBe('error: field "nosuch" does not exist')
  })
}
