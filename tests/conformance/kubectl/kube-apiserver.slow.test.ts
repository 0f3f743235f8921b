import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { describeKubectl } from './describe-kubectl.ts'
import { kubectlSuite } from './suite.ts'
import { openReal } from './targets.ts'

describeReal('kubectl on a real apiserver', () =>
  describeKubectl('with the commands of the fake', () => kubectlSuite(openReal)),
)
