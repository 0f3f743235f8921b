import type { Subject } from '../generate/subject.ts'

/** Simple data kinds, for which the fake implements the full behavior of the real server. */

const base64 = (text: string): string => Buffer.from(text).toString('base64')

export const configMaps: Subject = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
  depth: 'full',
  manifests: [
    { data: { 'app.properties': 'log.level=info\ncache.size=128\n', mode: 'production' } },
    { data: { 'nginx.conf': 'server {\n  listen 80;\n  location / { return 200 "<ok> & fine"; }\n}\n' } },
    { binaryData: { 'favicon.ico': base64('\u0000\u0001\u0002') }, data: { 'index.html': '<html></html>' } },
    { immutable: true, data: { version: '1.4.2' } },
    {},
    { data: { feature_flags: '{"beta":true}' }, metadata: { annotations: { 'example.com/source': 'git' } } },
  ],
  fields: [
    { path: ['data', 'mode'], values: ['production', 'staging', ''] },
    { path: ['data', 'extra.key'], values: ['x', 'Grüße', '1'] },
    { path: ['data'], values: [{ only: 'this' }, {}] },
    { path: ['binaryData', 'blob'], values: ['AAEC', ''] },
    { path: ['immutable'], values: [true, false] },
  ],
  badFields: [
    { path: ['data', 'mode'], values: [7, true, null, { a: 'b' }, ['x']] },
    { path: ['data', 'bad key!'], values: ['x'] },
    { path: ['data', '..'], values: ['x'] },
    { path: ['data', 'x'.repeat(254)], values: ['x'] },
    { path: ['data'], values: ['text', [], 7] },
    { path: ['binaryData', 'blob'], values: ['not base64!', 7] },
    { path: ['binaryData', 'mode'], values: ['AAEC'] },
    { path: ['immutable'], values: ['yes', 1, null] },
    { path: ['spec'], values: [{ a: 1 }] },
  ],
  strategicPatches: [
    { data: { $patch: 'replace', fresh: 'x' } },
    { data: { $patch: 'delete' } },
    { metadata: { finalizers: ['example.com/more'] } },
    { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/hold'] } },
    { metadata: { $retainKeys: ['name'], name: 'a' } },
  ],
  configurations: [
    { data: { mode: 'applied' } },
    { data: { mode: 'production', extra: '1' } },
    { data: { extra: '2' } },
    { data: {}, binaryData: { blob: 'AAEC' } },
    { data: { mode: 'applied' }, metadata: { labels: { tier: 'front' } } },
  ],
}

export const secrets: Subject = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
  depth: 'full',
  manifests: [
    { data: { password: base64('s3cret'), username: base64('admin') } },
    { stringData: { token: 'plain text', password: 'other' }, data: { password: base64('s3cret') } },
    { type: 'Opaque', data: { key: base64('k') } },
    { type: 'kubernetes.io/basic-auth', stringData: { username: 'u', password: 'p' } },
    { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': base64('{"auths":{}}') } },
    { type: 'example.com/custom', immutable: true, data: { a: base64('1') } },
    { type: 'bootstrap.kubernetes.io/token', data: { 'token-id': base64('abcdef') } },
    {},
  ],
  fields: [
    { path: ['data', 'password'], values: [base64('one'), base64('two'), ''] },
    { path: ['stringData', 'password'], values: ['three', ''] },
    { path: ['data'], values: [{ only: 'QQ==' }, {}] },
    { path: ['immutable'], values: [true, false] },
    { path: ['type'], values: ['Opaque', 'example.com/custom'] },
  ],
  badFields: [
    { path: ['data', 'password'], values: ['%%%', 7, { a: 'b' }] },
    { path: ['data', 'bad key!'], values: ['QQ=='] },
    { path: ['stringData', 'bad/key'], values: ['x'] },
    {
      path: ['type'],
      values: ['kubernetes.io/tls', 'kubernetes.io/ssh-auth', 7, 'kubernetes.io/basic-auth'],
    },
    { path: ['type'], values: ['kubernetes.io/dockercfg', 'kubernetes.io/dockerconfigjson'] },
    { path: ['type'], values: ['kubernetes.io/service-account-token'] },
    { path: ['immutable'], values: ['yes', null] },
  ],
  fieldSelectors: ['type=Opaque', 'type!=Opaque'],
  strategicPatches: [{ data: { $patch: 'replace', fresh: 'QQ==' } }, { stringData: { patched: 'x' } }],
  configurations: [
    { data: { password: base64('applied') } },
    { stringData: { password: 'applied' } },
    { data: { password: base64('one'), more: 'QQ==' } },
    { type: 'Opaque', data: { more: 'QUE=' } },
  ],
}

export const leases: Subject = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
  depth: 'full',
  manifests: [
    {
      spec: {
        holderIdentity: 'controller-7d9f_a1b2',
        leaseDurationSeconds: 15,
        acquireTime: '2024-05-01T10:00:00.000000Z',
        renewTime: '2024-05-01T10:05:10.123456Z',
        leaseTransitions: 3,
      },
    },
    { spec: { holderIdentity: 'node-1', leaseDurationSeconds: 40, renewTime: '2024-05-01T10:05:10.5Z' } },
    { spec: {} },
    {},
  ],
  fields: [
    { path: ['spec', 'holderIdentity'], values: ['one', 'two'] },
    { path: ['spec', 'leaseTransitions'], values: [0, 4] },
    { path: ['spec', 'leaseDurationSeconds'], values: [15, 30] },
    { path: ['spec', 'renewTime'], values: ['2024-05-01T10:06:00.000000Z', '2024-05-01T10:06:00Z', null] },
  ],
  badFields: [
    { path: ['spec', 'leaseDurationSeconds'], values: [0, -5, 'long', 1.5, 3000000000] },
    { path: ['spec', 'leaseTransitions'], values: [-1, '3'] },
    { path: ['spec', 'renewTime'], values: ['yesterday', 7, ''] },
    { path: ['spec', 'holderIdentity'], values: ['', 7] },
    { path: ['spec', 'preferredHolder'], values: ['x'] },
    { path: ['spec', 'strategy'], values: ['Unheard', 'OldestEmulationVersion'] },
    { path: ['spec'], values: ['x', [], null] },
    { path: ['spec', 'bogus'], values: [1] },
  ],
  configurations: [
    { spec: { holderIdentity: 'applied' } },
    { spec: { holderIdentity: 'one', leaseTransitions: 9 } },
    { spec: { leaseDurationSeconds: 15 } },
  ],
}

export const serviceAccounts: Subject = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
  depth: 'full',
  manifests: [
    {},
    { automountServiceAccountToken: false },
    { imagePullSecrets: [{ name: 'registry' }, { name: 'mirror' }] },
    { secrets: [{ name: 'old-token' }], imagePullSecrets: [{ name: 'registry' }] },
  ],
  fields: [
    { path: ['automountServiceAccountToken'], values: [true, false] },
    { path: ['imagePullSecrets'], values: [[{ name: 'other' }], []] },
    { path: ['secrets'], values: [[{ name: 'one' }, { name: 'two' }]] },
  ],
  badFields: [
    { path: ['automountServiceAccountToken'], values: ['yes', null] },
    { path: ['imagePullSecrets'], values: ['x', {}, ['text']] },
    { path: ['secrets'], values: [[{ bogus: 1 }], [7]] },
    { path: ['spec'], values: [{}] },
  ],
  strategicPatches: [
    { imagePullSecrets: [{ name: 'added' }] },
    { imagePullSecrets: [{ $patch: 'delete', name: 'registry' }] },
    { secrets: [{ name: 'added', namespace: 'x' }, { $patch: 'replace' }] },
    {
      imagePullSecrets: [{ name: 'z' }, { name: 'registry' }],
      '$setElementOrder/imagePullSecrets': [{ name: 'z' }, { name: 'registry' }],
    },
    { imagePullSecrets: [{ other: 'no key' }] },
  ],
  configurations: [
    { imagePullSecrets: [{ name: 'applied' }] },
    { imagePullSecrets: [{ name: 'registry' }] },
    { secrets: [{ name: 'applied' }], automountServiceAccountToken: true },
    { secrets: [{ name: 'applied' }, { name: 'applied' }] },
  ],
}

export const namespaces: Subject = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
  depth: 'full',
  manifests: [
    {},
    { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } },
    { spec: { finalizers: ['kubernetes', 'example.com/keep'] } },
  ],
  fields: [
    { path: ['metadata', 'labels', 'team'], values: ['one', 'two'] },
    { path: ['metadata', 'annotations', 'scheduler.alpha.kubernetes.io/node-selector'], values: ['a=b'] },
  ],
  badFields: [
    { path: ['spec', 'finalizers'], values: ['x', ['unqualified'], [7], []] },
    { path: ['spec', 'bogus'], values: [1] },
    { path: ['status', 'phase'], values: ['Terminating', 7] },
    { path: ['metadata', 'labels', 'kubernetes.io/metadata.name'], values: ['other'] },
    { path: ['metadata', 'labels', 'pod-security.kubernetes.io/enforce'], values: ['unheard'] },
    { path: ['metadata', 'name'], values: ['a.b', 'kube-system'] },
  ],
  statusFields: [
    { path: ['status', 'phase'], values: ['Active', 'Terminating'] },
    {
      path: ['status', 'conditions'],
      values: [
        [{ type: 'NamespaceContentRemaining', status: 'True', lastTransitionTime: '2024-05-01T10:00:00Z' }],
      ],
    },
  ],
  fieldSelectors: ['status.phase=Active', 'status.phase=Terminating'],
  configurations: [
    { metadata: { labels: { team: 'applied' } } },
    { metadata: { annotations: { note: 'applied' } } },
  ],
}
