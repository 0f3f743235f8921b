import type { Container, Pod } from '@kube-informer/core/resources'

const CONTAINERS = 8
const VARIABLES = 16
const VOLUMES = 16

const MANAGER = 'kubectl-client-side-apply'

const numbered = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const container = (index: number): Container => ({
  name: `container-${index}`,
  image: `registry.example.com/team/service-${index}:v1.${index}.0`,
  args: ['--log-level=info', `--port=${8080 + index}`, '--config=/etc/service/config.yaml'],
  ports: [{ name: `http-${index}`, containerPort: 8080 + index, protocol: 'TCP' }],
  env: numbered(VARIABLES, number =>
    number % 4 === 0
      ? { name: `SECRET_${number}`, valueFrom: { secretKeyRef: { name: 'service', key: `key-${number}` } } }
      : { name: `VARIABLE_${number}`, value: `a value with "quotes" of variable ${number}` },
  ),
  resources: { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '100m', memory: '128Mi' } },
  volumeMounts: numbered(VOLUMES / 2, number => ({
    name: `volume-${number}`,
    mountPath: `/var/lib/service/${number}`,
    readOnly: true,
  })),
  readinessProbe: { httpGet: { path: '/readyz', port: 8080 + index, scheme: 'HTTP' }, periodSeconds: 10 },
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
})

/** The entry of `managedFields` that kubectl leaves: a key for each field of the containers and volumes. */
const managedFields = (): object => ({
  'f:spec': {
    'f:containers': Object.fromEntries(
      numbered(CONTAINERS, index => [
        `k:{"name":"container-${index}"}`,
        {
          '.': {},
          'f:env': Object.fromEntries(
            numbered(VARIABLES, number => [
              `k:{"name":"VARIABLE_${number}"}`,
              { '.': {}, 'f:name': {}, 'f:value': {} },
            ]),
          ),
          'f:image': {},
          'f:resources': { 'f:limits': { 'f:cpu': {} }, 'f:requests': { 'f:cpu': {} } },
        },
      ]),
    ),
  },
})

const pod = (): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'service-7c9d8b6f5-x2x7q',
    namespace: 'team',
    labels: { 'app.kubernetes.io/name': 'service', 'app.kubernetes.io/part-of': 'shop' },
    annotations: { 'prometheus.io/scrape': 'true', description: 'ä service that\nhas "everything"' },
    managedFields: [
      {
        manager: MANAGER,
        operation: 'Update',
        apiVersion: 'v1',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: managedFields(),
      },
    ],
  },
  spec: {
    containers: numbered(CONTAINERS, container),
    volumes: numbered(VOLUMES, index => ({
      name: `volume-${index}`,
      configMap: { name: `config-${index}`, items: [{ key: 'config.yaml', path: 'config.yaml' }] },
    })),
    tolerations: [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' }],
    serviceAccountName: 'service',
    restartPolicy: 'Always',
  },
})

/** The body of an admission request for the creation of a Pod of 30 kB, as kube-apiserver sends it. */
export const podReview = (): string =>
  JSON.stringify({
    kind: 'AdmissionReview',
    apiVersion: 'admission.k8s.io/v1',
    request: {
      uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
      kind: { group: '', version: 'v1', kind: 'Pod' },
      resource: { group: '', version: 'v1', resource: 'pods' },
      requestKind: { group: '', version: 'v1', kind: 'Pod' },
      requestResource: { group: '', version: 'v1', resource: 'pods' },
      name: 'service-7c9d8b6f5-x2x7q',
      namespace: 'team',
      operation: 'CREATE',
      userInfo: { username: 'admin', groups: ['system:authenticated'] },
      object: pod(),
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: MANAGER },
    },
  })
