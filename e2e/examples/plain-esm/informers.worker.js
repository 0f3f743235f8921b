import { informers } from './informers.js'
import { hostInformers } from './vendor/worker.js'

hostInformers(informers)
