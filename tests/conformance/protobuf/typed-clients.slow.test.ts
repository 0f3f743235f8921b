import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { createFakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NoCluster, openCluster } from '../../../tools/kubernetes/cluster.ts'
import { buildGoProgram, goBinary } from '../../../tools/kubernetes/go-program.ts'
import type { Cluster } from '../../../tools/kubernetes/start.ts'

const START_MS = 600_000
const NAMESPACE = 'typed-clients'

/** What the clients see of a server, one line for each step. */
const SEEN = `namespace: [null]
create: [null,{"text":"größe 🐳"},{"raw":"AP8="},{"a":"1","b":"2"},true,true]
update: [null,{"more":"x","text":"größe 🐳"},true]
stale update: [true]
patch: [null,{"text":"größe 🐳"}]
list: [null,1,"data",true]
empty list: [null,0]
missing: [true,"configmaps \\"nosuch\\" not found"]
delete: [null]
watch: ["ADDED","MODIFIED","MODIFIED","DELETED"]
watch of no resourceVersion: ["resourceVersion: Invalid value: \\"none\\": strconv.ParseUint: parsing \\"none\\": invalid syntax"]
deployment: [null,0,"25%","100m",10]
managed fields: ["Update","FieldsV1",true,true]
job: [null]
delete job: [null]
invalid: [true]
review: [null,true]
role by protobuf: ["empty",null,"0 managers"]
role by protobuf: ["none",null,"0 managers"]
role by JSON: [null,null,"{\\"f:rules\\":{}}"]
endpoint slice: [null,true,true,"{\\"f:addressType\\":{}}"]
event: [null,true,"{\\"f:involvedObject\\":{},\\"f:message\\":{}}"]
event of events.k8s.io: [null,"{\\"f:action\\":{},\\"f:eventTime\\":{},\\"f:reason\\":{},\\"f:regarding\\":{},\\"f:reportingController\\":{},\\"f:reportingInstance\\":{},\\"f:type\\":{}}"]
definition: [null]
schema: [true,true,"set","string","3",0.5]
custom resource: [{"port":"http","size":3,"unknown":{"kept":true}}]
metadata of custom resources: [null,1,"w"]
metadata watch: [null,"MODIFIED"]
metadata of deployments: [null,1,"web"]
metadata watch-list: ["ADDED","BOOKMARK"]
definition update: [null]
new default: [{"added":"new","port":"http","size":3,"unknown":{"kept":true}},true,1]
new default in a list: [{"added":"new","port":"http","size":3,"unknown":{"kept":true}}]
new default in a watch: [{"added":"new","port":"http","size":3,"unknown":{"kept":true}}]
empty patch: [null,false,1]
another: [null,true]
`

describe("Go's typed, dynamic and metadata clients, which speak protobuf", () => {
  let missing: string | undefined
  beforeAll(() => {
    missing = buildGoProgram('typed-clients')
  }, START_MS)

  test('see of the fake apiserver what they see of a real one', async ({ skip }) => {
    if (missing) skip(missing)
    const serving = await serve(createFakeApiserver())
    expect(await seenOf(serving.url)).toBe(SEEN)
    await serving.close()
  })

  describe('on a real kube-apiserver', () => {
    let cluster: Cluster | NoCluster
    beforeAll(async () => {
      cluster = missing ? { skip: missing } : await openCluster(() => {})
    }, START_MS)
    afterAll(() => (cluster && 'url' in cluster ? cluster.stop() : undefined))

    test('see this', async ({ skip }) => {
      if ('skip' in cluster) return skip(cluster.skip)
      expect(await seenOf(cluster.url, cluster.token)).toBe(SEEN)
    })
  })
})

/** Without blocking: the fake apiserver is in this process. */
async function seenOf(url: string, ...token: readonly string[]): Promise<string> {
  const clients = spawn(goBinary('typed-clients'), [url, NAMESPACE, ...token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return await text(clients.stdout)
}
