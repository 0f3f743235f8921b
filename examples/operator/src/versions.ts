import { type Conversion, conversionOf, spoke } from '@kube-informer/controller/webhook'
import { widgets as widgetsV1 } from './generated/example.com/v1/widgets.ts'
import { widgets as widgetsV2 } from './generated/example.com/v2/widgets.ts'

/** Where a v1 Widget has the message: v1 has no field for it, and a conversion must not lose anything. */
const MESSAGE = 'example.com/message'

/** How Widgets are converted. v2 is what the apiserver stores, and what the controller and the webhooks see. */
export const widgetVersions: Conversion = conversionOf(widgetsV2, [
  spoke(widgetsV1, {
    toHub({ metadata = {}, spec: { color, size }, status }) {
      const { [MESSAGE]: message, ...annotations } = metadata.annotations ?? {}
      const page = { color, ...(message !== undefined && { message }) }
      const spec = { page, ...(size !== undefined && { replicas: size }) }
      return { metadata: { ...metadata, annotations }, spec, ...(status && { status }) }
    },
    fromHub({ metadata = {}, spec: { page, replicas }, status }) {
      const { color, message } = page
      const annotations = { ...metadata.annotations, ...(message !== undefined && { [MESSAGE]: message }) }
      const spec = { color, ...(replicas !== undefined && { size: replicas }) }
      return { metadata: { ...metadata, annotations }, spec, ...(status && { status }) }
    },
  }),
])
