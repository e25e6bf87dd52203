import { RobotOutlined } from '@ant-design/icons'
import { useLocation } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { assistantPanel, toggleAssistant, useMayAsk } from '../../lib/assistant.ts'
import { paths } from '../../lib/paths.ts'
import { useStore } from '../../lib/store.ts'
import { isAssistantKey, placeOf } from './search-key.ts'

/** Opens the assistant beside the page; nothing for those who may not ask it, or where it fills the page. */
export function AssistantButton() {
  const isPage = useLocation({ select: ({ pathname }) => pathname === paths.assistant })
  return useMayAsk() && !isPage ? <Opener /> : null
}

function Opener() {
  const { t } = useTranslation()
  const { isOpen } = useStore(assistantPanel)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isAssistantKey(event, placeOf(event.target))) return
      event.preventDefault()
      toggleAssistant()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  useEffect(() => {
    // What was in the panel has lost the focus with it.
    const focused = document.activeElement
    const isLost =
      focused === null || focused === document.body || focused.closest('#assistant-panel') !== null
    if (wasOpen.current && !isOpen && isLost) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const text = t('conversations.open')
  return (
    <Tooltip title={`${text} (${/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'}J)`}>
      <Button
        ref={button}
        type="text"
        className="assistant-button"
        aria-label={text}
        aria-expanded={isOpen}
        aria-controls="assistant-panel"
        aria-keyshortcuts="Control+J Meta+J"
        icon={<RobotOutlined aria-hidden="true" />}
        onClick={toggleAssistant}
      />
    </Tooltip>
  )
}
