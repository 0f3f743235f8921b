import { labelKeyErrors, labelValueErrors } from '@kube-informer/core/internal'

type Texts = Readonly<Record<string, string>>

/** The size of all annotations of an object (apimachinery `TotalAnnotationSizeLimitB`). */
const MAX_ANNOTATION_BYTES = 256 * 1024

/** What is wrong with labels (apimachinery `ValidateLabels`). */
export function labelsProblem(labels: Texts): string | undefined {
  for (const [key, value] of Object.entries(labels)) {
    const [problem] = [...labelKeyErrors(key), ...labelValueErrors(value)]
    if (problem) return `${JSON.stringify(key)}: ${problem}`
  }
  return undefined
}

/** What is wrong with annotations (apimachinery `ValidateAnnotations`). */
export function annotationsProblem(annotations: Texts): string | undefined {
  const encoder = new TextEncoder()
  let bytes = 0
  for (const [key, value] of Object.entries(annotations)) {
    // Upper case is allowed in the prefix of annotations only.
    const [problem] = labelKeyErrors(key.toLowerCase())
    if (problem) return `${JSON.stringify(key)}: ${problem}`
    bytes += encoder.encode(key).length + encoder.encode(value).length
  }
  return bytes > MAX_ANNOTATION_BYTES
    ? `they may not be larger than ${MAX_ANNOTATION_BYTES} bytes`
    : undefined
}
