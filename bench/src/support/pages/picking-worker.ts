import { hostInformers } from '@kube-informer/worker/host'
import { pickedInformers } from './picked-informers.ts'

hostInformers(pickedInformers)
