import { ArrowLeftOutlined, PlusOutlined } from '@ant-design/icons'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { parseSearch } from '../../lib/search.ts'
import { useMay } from '../../lib/permissions.ts'
import { usePhone } from '../../lib/use-narrow.ts'
import { NoPermissionState } from '../../ui/states.tsx'
import { ConversationList } from './conversation-list.tsx'
import { SentWhere, useReadiness } from './readiness.tsx'
import { ThreadView } from './thread-view.tsx'
import './conversations.css'

const isId = (value: unknown): value is string => typeof value === 'string' && /^[1-9]\d{0,17}$/.test(value)

/** Conversations with the assistant, beside the one that is open. */
export function AssistantPage() {
  return useMay('DMS_SERVER_ASSISTANT') ? <Page /> : <NoPermissionState />
}

function Page() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isPhone = usePhone()
  const { readiness } = useReadiness()
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const search = parseSearch(searchStr)
  const conversationId = isId(search['conversation']) ? search['conversation'] : null
  const isNew = search['new'] !== undefined
  const choose = useCallback(
    (id: string | null) =>
      void navigate({ to: paths.assistant, search: id === null ? { new: '1' } : { conversation: id } }),
    [navigate],
  )
  const onBegun = useCallback(
    (id: string) => void navigate({ to: paths.assistant, search: { conversation: id }, replace: true }),
    [navigate],
  )
  const showsList = !isPhone || (conversationId === null && !isNew)
  const showsThread = !isPhone || !showsList
  return (
    <div className="assistant-page">
      <header>
        {isPhone && showsThread && (
          <Button
            type="text"
            icon={<ArrowLeftOutlined aria-hidden="true" />}
            aria-label={t('conversations.history')}
            onClick={() => void navigate({ to: paths.assistant, search: {} })}
          />
        )}
        <h1>{t('shell.titles.assistant')}</h1>
        <Button href={`#${paths.assistantNotes}`}>{t('shell.titles.assistantNotes')}</Button>
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => choose(null)}>
          {t('conversations.anew')}
        </Button>
      </header>
      <div className="assistant-columns">
        {showsList && <ConversationList current={conversationId} onChoose={choose} />}
        {showsThread && (
          <section className="assistant-main" aria-label={t('conversations.conversation')}>
            <h2 className="visually-hidden">{t('conversations.conversation')}</h2>
            <ThreadView
              conversationId={conversationId}
              onBegun={onBegun}
              screen={null}
              asked={null}
              isShown={!isPhone}
            />
            <SentWhere readiness={readiness.data} />
          </section>
        )}
      </div>
    </div>
  )
}
