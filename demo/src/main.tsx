import { InformerProvider } from '@kube-informer/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { connect } from './connect.ts'
import { NowProvider } from './now.tsx'
import { readParameters } from './parameters.ts'
import './styles.css'
import { applyTheme, readTheme } from './theme.ts'
import { Toasts } from './toasts.tsx'
import { createVitals } from './vitals.ts'

applyTheme(readTheme())
const parameters = readParameters(location.search)
const root = createRoot(document.getElementById('root') ?? document.body)
root.render(<p className="splash">Connecting…</p>)
const connection = await connect(parameters)

root.render(
  <StrictMode>
    <InformerProvider connection={connection} resource="pods">
      <NowProvider>
        <Toasts>
          <App parameters={parameters} vitals={createVitals(connection)} />
        </Toasts>
      </NowProvider>
    </InformerProvider>
  </StrictMode>,
)
