/** The path of the bare page: a file of its own beside the console's, on the same server. */
export const BARE_PATH = '/bare.html'

/** Lists 50 Pods and shows them as text. The attributes are those of the console, so that both are measured alike. */
export const BARE_PAGE = `<!doctype html>
<link rel="icon" href="data:,">
<ul></ul>
<script type="module">
  const { items } = await (await fetch('/fake/api/v1/pods?limit=50&pretty=false')).json()
  for (const { metadata, status } of items) {
    const row = document.createElement('li')
    row.dataset.testid = 'row'
    row.textContent = metadata.namespace + '/' + metadata.name + ' ' + status.phase
    document.querySelector('ul').append(row)
  }
</script>`

/** The path of a page whose rows are in its HTML: nothing can show rows earlier. */
export const STATIC_PATH = '/static.html'

const staticRow = (_: unknown, index: number): string =>
  `<li data-testid="row">default/pod-${index} Running</li>`

/** The floor of a reload. */
export const STATIC_PAGE = `<!doctype html>
<link rel="icon" href="data:,">
<ul>${Array.from({ length: 50 }, staticRow).join('')}</ul>`
