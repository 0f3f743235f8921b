import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepLastFrame } from './first-frame/frame.ts'
import { openEarly } from './routes/early.ts'
import { router, shownUrl } from './routes/router.tsx'
import { applyTheme } from './ui/theme.ts'

// The first script has applied the stored theme. A choice in the console reaches only the console's own modules.
applyTheme()
openEarly()
const root = document.getElementById('root') ?? document.body
keepLastFrame(root, shownUrl)
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
