import { defaulting, webhookHandler } from '@kube-informer/controller/webhook'
import { pods } from '@kube-informer/core/resources'
import type { Sample, Setup } from '../bench-case.ts'
import { measureAnswers } from './answer.ts'

export function run(setup: Setup): Promise<Sample> {
  const handler = webhookHandler([
    defaulting(pods, draft => {
      if (draft.spec) draft.spec.terminationGracePeriodSeconds ??= 30
    }),
  ])
  return measureAnswers(setup, '/mutate--v1-pod', handler, answer => answer.includes('"patch"'))
}
