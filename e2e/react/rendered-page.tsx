// Hydrates what the server has rendered.
import { hydrateRoot } from 'react-dom/client'
import { connect, rootElement } from './page.ts'
import { App } from './rendered-app.tsx'

const state = document.getElementById('informers')?.textContent
hydrateRoot(rootElement(), <App connection={connect()} state={state} />)
