import { describe } from 'vitest'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { customResourcesSuite } from '../controller/custom-resources.suite.ts'
import { eventsKubectlSuite } from '../controller/events-kubectl.suite.ts'
import { ownerReferencesSuite } from '../controller/owner-references.suite.ts'
import { openRealCluster } from '../controller/real-cluster.ts'
import { describeKubectl } from '../kubectl/describe-kubectl.ts'

// One control plane for all suites: each start takes seconds of CI.
describeReal('controllers on a real kube-apiserver', () => {
  const real = openRealCluster(['garbage-collector-controller', 'namespace-controller'])
  describe('the garbage collector follows our owner references', () => ownerReferencesSuite(real))
  describe('CRDs that are installed late and removed', () => customResourcesSuite(real))
  describeKubectl('kubectl shows our events', () => eventsKubectlSuite(real))
})
