import { buildInformerBench } from '../../../../tools/kubernetes/informer-bench/build.ts'
import type { Contender } from '../../runner/bench-case.ts'

/** The same in Kubernetes protobuf, which Go encodes as in a real apiserver. Building that requires Go once. */
export const inProtobuf = (contender: Contender): Contender => ({
  ...contender,
  name: `${contender.name}, protobuf`,
  setup: { ...contender.setup, protobuf: true },
  missing: ({ smoke }) => buildInformerBench({ onlyIfBuilt: smoke }),
})
