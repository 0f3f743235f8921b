import type { ClusterRole, ClusterRoleBinding, PolicyRule } from '@kube-informer/core/resources'

const READ = 'get list watch'
const WRITE = 'create delete deletecollection patch update'
const API_VERSION = 'rbac.authorization.k8s.io/v1'

/**
 * The ClusterRoles and ClusterRoleBindings of a new cluster that concern people: `cluster-admin`, `admin`, `edit`, `view`,
 * and what every user may read (`system:discovery`, `system:basic-user`, `system:public-info-viewer`). The rules are those
 * of Kubernetes 1.37, without the group `extensions`, which it does not serve. The roles are not aggregated ones.
 *
 * @example createFakeApiserver({ authorize: rbacAuthorizer, objects: rbacDefaults() })
 */
export function rbacDefaults(): readonly (ClusterRole | ClusterRoleBinding)[] {
  const view = viewRules()
  const edit = [...editRules(), ...view]
  const all = [rule('*', '*', '*'), paths('*', '*')]
  return [
    ...[role('cluster-admin', all), bind('cluster-admin', 'system:masters')],
    role('admin', [...adminRules(), ...edit]),
    role('edit', edit),
    role('view', view),
    ...[role('system:discovery', [paths('get', DISCOVERY)]), bind('system:discovery', AUTHENTICATED)],
    ...[role('system:basic-user', selfRules()), bind('system:basic-user', AUTHENTICATED)],
    role('system:public-info-viewer', [paths('get', PUBLIC)]),
    bind('system:public-info-viewer', AUTHENTICATED, 'system:unauthenticated'),
  ]
}

const AUTHENTICATED = 'system:authenticated'
const PUBLIC = '/healthz /livez /readyz /version /version/'
const DISCOVERY = `/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/`

const adminRules = (): PolicyRule[] => [
  rule('create', 'authorization.k8s.io', 'localsubjectaccessreviews'),
  rule(`${WRITE} ${READ}`, 'rbac.authorization.k8s.io', 'rolebindings roles'),
]

const editRules = (): PolicyRule[] => [
  rule(READ, '', 'pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy'),
  rule('impersonate', '', 'serviceaccounts'),
  rule(WRITE, '', 'pods pods/attach pods/exec pods/portforward pods/proxy'),
  rule('create', '', 'pods/eviction'),
  rule(WRITE, '', 'configmaps persistentvolumeclaims replicationcontrollers replicationcontrollers/scale'),
  rule(WRITE, '', 'secrets serviceaccounts services services/proxy'),
  rule('create', '', 'serviceaccounts/token'),
  { ...rule(WRITE, '', 'events'), apiGroups: ['', 'events.k8s.io'] },
  rule(WRITE, 'apps', 'daemonsets deployments deployments/rollback deployments/scale'),
  rule(WRITE, 'apps', 'replicasets replicasets/scale statefulsets statefulsets/scale'),
  rule(WRITE, 'autoscaling', 'horizontalpodautoscalers'),
  rule(WRITE, 'batch', 'cronjobs jobs'),
  rule(WRITE, 'policy', 'poddisruptionbudgets'),
  rule(WRITE, 'networking.k8s.io', 'ingresses networkpolicies'),
  rule(`${WRITE} ${READ}`, 'coordination.k8s.io', 'leases'),
  rule(WRITE, 'resource.k8s.io', 'resourceclaims resourceclaimtemplates'),
]

const viewRules = (): PolicyRule[] => [
  rule(READ, '', 'configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods'),
  rule(
    READ,
    '',
    'replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status',
  ),
  rule(READ, '', 'bindings limitranges namespaces/status pods/log pods/status replicationcontrollers/status'),
  rule(READ, '', 'resourcequotas resourcequotas/status namespaces'),
  { ...rule(READ, '', 'events'), apiGroups: ['', 'events.k8s.io'] },
  rule(READ, 'discovery.k8s.io', 'endpointslices'),
  rule(READ, 'apps', 'controllerrevisions daemonsets daemonsets/status deployments deployments/scale'),
  rule(READ, 'apps', 'deployments/status replicasets replicasets/scale replicasets/status'),
  rule(READ, 'apps', 'statefulsets statefulsets/scale statefulsets/status'),
  rule(READ, 'autoscaling', 'horizontalpodautoscalers horizontalpodautoscalers/status'),
  rule(READ, 'batch', 'cronjobs cronjobs/status jobs jobs/status'),
  rule(READ, 'policy', 'poddisruptionbudgets poddisruptionbudgets/status'),
  rule(READ, 'networking.k8s.io', 'ingresses ingresses/status networkpolicies'),
  rule(READ, 'resource.k8s.io', 'resourceclaims resourceclaims/status resourceclaimtemplates'),
]

const selfRules = (): PolicyRule[] => [
  rule('create', 'authorization.k8s.io', 'selfsubjectaccessreviews selfsubjectrulesreviews'),
  rule('create', 'authentication.k8s.io', 'selfsubjectreviews'),
]

const words = (text: string): readonly string[] => text.split(' ')

const rule = (verbs: string, group: string, resources: string): PolicyRule => ({
  verbs: words(verbs),
  apiGroups: [group],
  resources: words(resources),
})

const paths = (verbs: string, urls: string): PolicyRule => ({
  verbs: words(verbs),
  nonResourceURLs: words(urls),
})

const metadataOf = (name: string) => ({ name, labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } })

const role = (name: string, rules: readonly PolicyRule[]): ClusterRole => ({
  kind: 'ClusterRole',
  apiVersion: API_VERSION,
  metadata: metadataOf(name),
  rules,
})

const bind = (name: string, ...groups: readonly string[]): ClusterRoleBinding => ({
  kind: 'ClusterRoleBinding',
  apiVersion: API_VERSION,
  metadata: metadataOf(name),
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
  subjects: groups.map(group => ({ kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: group })),
})
