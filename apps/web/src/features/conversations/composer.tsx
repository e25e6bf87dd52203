import { ArrowUpOutlined, BorderOutlined, CloseOutlined, PushpinOutlined } from '@ant-design/icons'
import { mostQuestionLength } from '@netward/contract/conversation-values'
import { Button, Input, Tag } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'

/** From here on the rest of the room is shown. */
const nearlyFull = mostQuestionLength - 300

export interface ComposerProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSend: () => void
  readonly onStop: (() => void) | null
  /** Why nothing can be asked now. */
  readonly isBlocked: boolean
  readonly placeholder: string
  /** The page that goes with the question; null: there is none. */
  readonly page: { readonly title: string; readonly isAttached: boolean } | null
  readonly onPage: (isAttached: boolean) => void
  /** A question is edited, or a ready-made one is written. */
  readonly mode: string | null
  readonly onEndMode: () => void
  readonly inputRef: RefObject<TextAreaRef | null>
}

/** Where a question is written. */
export function Composer(props: ComposerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { inputRef, text, page, mode, onStop, onSend, onText, onPage, onEndMode, isBlocked, placeholder } =
    props
  const cannot = text.trim() === '' || text.length > mostQuestionLength || isBlocked
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        if (!cannot && onStop === null) onSend()
      }}
    >
      <div className="composer-chips">
        {mode !== null && (
          <Tag
            color="processing"
            closable
            closeIcon={<CloseOutlined aria-label={t('conversations.endMode')} />}
            onClose={(event) => {
              event.preventDefault()
              onEndMode()
            }}
          >
            {mode}
          </Tag>
        )}
        {page !== null && page.isAttached && (
          <Tag
            className="composer-page"
            closable
            closeIcon={<CloseOutlined aria-label={t('conversations.detachPage')} />}
            onClose={(event) => {
              event.preventDefault()
              onPage(false)
            }}
          >
            {t('conversations.page', { title: page.title })}
          </Tag>
        )}
        {page !== null && !page.isAttached && (
          <Button
            type="link"
            size="small"
            icon={<PushpinOutlined aria-hidden="true" />}
            onClick={() => onPage(true)}
          >
            {t('conversations.attachPage')}
          </Button>
        )}
      </div>
      <div className="composer-line">
        <Input.TextArea
          ref={inputRef}
          value={text}
          aria-label={t('conversations.question')}
          placeholder={placeholder}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={mostQuestionLength}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            // Enter also ends the composition of a Chinese word.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        {onStop === null ? (
          <Button
            type="primary"
            htmlType="submit"
            aria-label={t('conversations.send')}
            title={t('conversations.send')}
            disabled={cannot}
            icon={<ArrowUpOutlined aria-hidden="true" />}
          />
        ) : (
          <Button
            aria-label={t('conversations.stop')}
            title={t('conversations.stop')}
            icon={<BorderOutlined aria-hidden="true" />}
            onClick={onStop}
          />
        )}
      </div>
      {text.length > nearlyFull && (
        <p className="composer-rest" aria-live="polite">
          {t('conversations.lengthOf', {
            length: format.number(text.length),
            most: format.number(mostQuestionLength),
          })}
        </p>
      )}
    </form>
  )
}
