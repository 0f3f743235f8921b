import { describe } from 'vitest'
import { describeReal } from '../../tools/kubernetes/describe-real.ts'
import { openRealCluster } from '../controller/real-cluster.ts'
import { describeKubectl } from '../kubectl/describe-kubectl.ts'
import { admissionAnswersSuite } from './admission-answers.suite.ts'
import { conversionAnswersSuite } from './conversion-answers.suite.ts'

// One control plane for all suites: each start takes seconds of CI.
describeReal('webhooks of a real kube-apiserver', () => {
  const real = openRealCluster([])
  describeKubectl('with kubectl', () => {
    describe('answers to admission requests', () => admissionAnswersSuite(real))
    describe('answers to conversion requests', () => conversionAnswersSuite(real))
  })
})
