import {
  CloseOutlined,
  ExpandAltOutlined,
  HistoryOutlined,
  PlusOutlined,
  RobotOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assistantPanel, closeAssistant, showConversation } from '../../lib/assistant.ts'
import { paths } from '../../lib/paths.ts'
import { useStore } from '../../lib/store.ts'
import { useAnswerParts } from '../../ui/answer-parts.ts'
import { ConversationList } from './conversation-list.tsx'
import { SentWhere, useReadiness } from './readiness.tsx'
import { ThreadView } from './thread-view.tsx'
import { useScreen } from './use-screen.ts'
import './conversations.css'
import { SmallAct } from './small-act.tsx'

/** The assistant beside the page. It stays there while it is hidden, so that an answer that runs is not lost from sight. */
export function AssistantPanel() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { isOpen, conversationId, asked } = useStore(assistantPanel)
  const { titleOf } = useAnswerParts()
  const screen = useScreen(titleOf)
  const { readiness } = useReadiness()
  const [isHistory, setHistory] = useState(false)
  const choose = useCallback((id: string | null) => {
    setHistory(false)
    showConversation(id)
  }, [])
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A drawer or a dialog over it keeps its own Escape.
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (event.target instanceof Node && panel.current?.contains(event.target) === true) closeAssistant()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const acts = [
    { key: 'anew', icon: <PlusOutlined aria-hidden="true" />, act: () => choose(null) },
    { key: 'history', icon: <HistoryOutlined aria-hidden="true" />, act: () => setHistory(!isHistory) },
    {
      key: 'fullPage',
      icon: <ExpandAltOutlined aria-hidden="true" />,
      act: () => {
        closeAssistant()
        void navigate({
          to: paths.assistant,
          search: conversationId === null ? {} : { conversation: conversationId },
        })
      },
    },
    { key: 'close', icon: <CloseOutlined aria-hidden="true" />, act: closeAssistant },
  ] as const
  return (
    <aside
      ref={panel}
      className="assistant-panel"
      id="assistant-panel"
      aria-label={t('shell.titles.assistant')}
      hidden={!isOpen}
    >
      <header>
        <RobotOutlined aria-hidden="true" />
        <h2>{t('shell.titles.assistant')}</h2>
        {acts.map(({ key, icon, act }) => (
          <SmallAct
            key={key}
            icon={icon}
            label={t(`conversations.${key}`)}
            {...(key === 'history' && { 'aria-pressed': isHistory })}
            onClick={act}
          />
        ))}
      </header>
      {isHistory ? (
        <ConversationList current={conversationId} onChoose={choose} />
      ) : (
        <>
          <ThreadView
            conversationId={conversationId}
            onBegun={showConversation}
            screen={screen}
            asked={asked}
            isShown={isOpen}
          />
          <SentWhere readiness={readiness.data} />
        </>
      )}
    </aside>
  )
}
