import type { ComponentType } from 'react'
import { openSignInPhrases } from '../../lib/i18n.ts'

/** The screen of /completeAccount, once its phrases have loaded. */
export async function openCompleteAccount(): Promise<ComponentType> {
  const [{ CompleteAccountPage }] = await Promise.all([
    import('./more/complete-account.tsx'),
    openSignInPhrases(),
  ])
  return CompleteAccountPage
}
