import type { Sample, Setup } from '../bench-case.ts'
import { measureAnswers } from './answer.ts'

interface Review {
  readonly request: { readonly uid: string }
}

/** What a server has to do that writes a constant patch. */
async function answerOf(request: Request): Promise<Response> {
  const { request: asked } = (await request.json()) as Review
  return Response.json({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: { uid: asked.uid, allowed: true, patchType: 'JSONPatch', patch: btoa('[]') },
  })
}

export const run = (setup: Setup): Promise<Sample> =>
  measureAnswers(setup, '/', answerOf, answer => answer.includes('"patch"'))
