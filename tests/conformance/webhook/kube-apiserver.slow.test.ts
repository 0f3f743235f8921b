import { describe } from 'vitest'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { openRealCluster } from '../controller/real-cluster.ts'
import { describeKubectl } from '../kubectl/describe-kubectl.ts'
import { admissionAnswersSuite } from './admission-answers.suite.ts'
import { certificatesSuite } from './certificates.suite.ts'
import { conversionAnswersSuite } from './conversion-answers.suite.ts'
import { widgetsSuite } from './widgets.suite.ts'

const AUDIT_RULES = [
  { level: 'Metadata', resources: [{ group: 'example.com' }], omitStages: ['RequestReceived'] },
]

// One control plane for all suites: each start takes seconds of CI.
describeReal('webhooks of a real kube-apiserver', () => {
  const real = openRealCluster([], { auditRules: AUDIT_RULES })
  describeKubectl('with kubectl', () => {
    describe('answers to admission requests', () => admissionAnswersSuite(real))
    describe('answers to conversion requests', () => conversionAnswersSuite(real))
    describe('certificates', () => certificatesSuite(real))
    describe('our webhooks', () => widgetsSuite(real))
  })
})
