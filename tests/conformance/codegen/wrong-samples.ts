/** Public samples that are not valid, and why: the types and a server that validates strictly reject them. */
export const WRONG_SAMPLES: Readonly<Record<string, string>> = {
  'k8s.io/kubernetes/hack/testdata/invalid-pod.yaml#0': 'a container without a name, on purpose',
  'k8s.io/kubernetes/hack/testdata/invalid-rc-with-empty-args.yaml#0':
    'a null in a list of strings, on purpose',
  'k8s.io/kubernetes/test/e2e/testing-manifests/serviceloadbalancer/netexecsvc.yaml#0':
    '`Type` instead of `type`: Go ignores the case',
  'k8s.io/kubernetes/test/e2e/testing-manifests/storage-csi/mock/csi-mock-driverinfo.yaml#0':
    'no spec, which is required',
  'k8s.io/kubernetes/test/fixtures/pkg/kubectl/cmd/expose/appsv1deployment-no-selectors.yaml#0':
    'no selector, on purpose',
  'k8s.io/kubernetes/test/integration/scheduler_perf/dra/templates/another-resourceclaimtemplate.yaml#0':
    'the field `controller` of an earlier version',
  'k8s.io/kubernetes/test/integration/scheduler_perf/templates/pod-with-node-inclusion-policy.yaml#0':
    '`NodeAffinityPolicy` instead of `nodeAffinityPolicy`: Go ignores the case',
  'k8s.io/kubernetes/test/integration/scheduler_perf/templates/pv-csi.yaml#0':
    'no volumeHandle: the test that reads it adds one',
  ...Object.fromEntries(
    [0, 1, 2, 3].map(index => [
      `sigs.k8s.io/controller-runtime/pkg/envtest/testdata/webhooks/manifests.yaml#${index}`,
      'no sideEffects and no admissionReviewVersions: the test that reads it adds them',
    ]),
  ),
}

const FRACTION = 'a quantity that is a fraction without quotes: an int-or-string is a whole number'

/** Public samples that only the server rejects. */
export const UNTYPED_FAULTS: Readonly<Record<string, string>> = {
  'k8s.io/kubernetes/test/e2e/testing-manifests/statefulset/cassandra/controller.yaml#0': FRACTION,
  'k8s.io/kubernetes/test/integration/scheduler_perf/event_handling/templates/nodeadd-pod-noderesources.yaml#0':
    FRACTION,
  'k8s.io/kubernetes/test/integration/scheduler_perf/event_handling/templates/nodeupdate-pod-noderesources.yaml#0':
    FRACTION,
  'k8s.io/kubernetes/test/integration/scheduler_perf/event_handling/templates/poddelete-pod-noderesources.yaml#0':
    FRACTION,
}
