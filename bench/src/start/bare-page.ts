/** Lists the Pods and shows the first 40 by name. The attributes are those of the demo, so that both are measured alike. */
export const BARE_PAGE = `<!doctype html>
<link rel="icon" href="data:,">
<b data-testid="status-objects"></b>
<ul></ul>
<script type="module">
  const { items } = await (await fetch('/api/v1/pods?resourceVersion=0')).json()
  for (const { metadata, status } of items.slice(0, 40)) {
    const row = document.createElement('li')
    row.dataset.testid = 'row'
    row.textContent = metadata.namespace + '/' + metadata.name + ' ' + status.phase
    document.querySelector('ul').append(row)
  }
  document.querySelector('b').textContent = items.length.toLocaleString('en')
</script>`
