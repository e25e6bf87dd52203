import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { assistantPanel, showConversation, useMayAsk } from '../../lib/assistant.ts'
import { paths } from '../../lib/paths.ts'
import { useStore } from '../../lib/store.ts'
import { usePhone } from '../../lib/use-narrow.ts'

const AssistantPanel = lazy(async () => {
  const [{ conversing }, { AssistantPanel: Panel }] = await Promise.all([
    import('../answer-parts.tsx'),
    import('../../features/conversations/assistant-panel.tsx'),
  ])
  return { default: conversing(Panel) }
})

/** The assistant beside the page: loaded when it is opened for the first time, and kept. */
export function AssistantSide() {
  const isPage = useLocation({ select: ({ pathname }) => pathname === paths.assistant })
  const { isOpen } = useStore(assistantPanel)
  const mayAsk = useMayAsk()
  const [wasOpen, setWasOpen] = useState(false)
  // Of another company it is not found.
  useEffect(() => () => showConversation(null), [])
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen || !mayAsk || isPage) return null
  return (
    <Suspense>
      <AssistantPanel />
    </Suspense>
  )
}

/** Whether the panel fills the screen, as it does on phones: the page behind it is then out of reach. */
export function useAssistantCovers(): boolean {
  const isPage = useLocation({ select: ({ pathname }) => pathname === paths.assistant })
  const { isOpen } = useStore(assistantPanel)
  const isPhone = usePhone()
  return useMayAsk() && isOpen && isPhone && !isPage
}
