import { hostInformers } from '@kube-informer/worker/host'
import { pickedInformers } from './informers.ts'

hostInformers(pickedInformers)
