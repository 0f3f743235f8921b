/** A Go module whose CustomResourceDefinitions and sample manifests are read, and which nothing here is built of. */
export interface PinnedModule {
  readonly path: string
  readonly version: string
  /** The checksum of its content, as in a go.sum file. */
  readonly sum: string
  /** The folders to read. */
  readonly folders: readonly string[]
}

/** Go downloads 27 MB for these, once. */
export const PINNED_MODULES: readonly PinnedModule[] = [
  {
    path: 'sigs.k8s.io/gateway-api',
    version: 'v1.4.1',
    sum: 'h1:NPxFutNkKNa8UfLd2CMlEuhIPMQgDQ6DXNKG9sHbJU8=',
    folders: ['config/crd/experimental', 'examples'],
  },
  {
    path: 'github.com/cert-manager/cert-manager',
    version: 'v1.21.2',
    sum: 'h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=',
    folders: ['deploy/crds', 'test/fixtures'],
  },
  {
    path: 'sigs.k8s.io/cluster-api',
    version: 'v1.14.2',
    sum: 'h1:o3GFNaeNFAOEEMpDPfhCK+2CjmV6gtQ8yLEcUwCg7bA=',
    folders: [
      'bootstrap/kubeadm/config/crd/bases',
      'cmd/clusterctl/config',
      'controlplane/kubeadm/config/crd/bases',
      'core/config/crd/bases',
      'internal/topology/upgrade/test/t2/crd',
      'util/test/builder/crd',
    ],
  },
  {
    path: 'istio.io/api',
    version: 'v1.31.4',
    sum: 'h1:AcnncYrlDj1PJkym7h88Gggkef4MAra8QpGaXRMsr+E=',
    folders: ['kubernetes'],
  },
  {
    path: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    sum: 'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
    folders: ['example', 'test'],
  },
]
