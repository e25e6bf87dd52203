import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeTicket } from '../features/sign-in/tickets.ts'
import { startPhrases } from '../lib/i18n.ts'
import { startPreferences } from '../lib/preferences.ts'
import { restoreActing } from '../lib/session.ts'
import { router } from './router.tsx'

startPreferences()
restoreActing()
takeTicket()

const mount = document.getElementById('app')
if (mount === null) throw new Error('the page has no element #app')
await startPhrases()
createRoot(mount).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
