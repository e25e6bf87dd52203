import { ArrowDownOutlined } from '@ant-design/icons'
import type { Recipe } from '@netward/contract/conversation-values'
import type { AssistantMessage } from '@netward/contract/conversations'
import { Button } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/api-errors.ts'
import type { Asked } from '../../lib/assistant.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { AskForMore } from './ask-for-more.tsx'
import { Composer } from './composer.tsx'
import { MessageView, Question, Thinking } from './message-view.tsx'
import { plainOfAnswer } from './markdown.ts'
import { ReadinessNote, useReadiness } from './readiness.tsx'
import { Suggestions } from './suggestions.tsx'
import { useAtEnd } from './use-at-end.ts'
import type { Screen } from './use-screen.ts'
import { useThread } from './use-thread.ts'

/** Refusals after which there is more to ask for. */
const budgetCodes: readonly string[] = ['assistant.month_budget_used', 'assistant.day_budget_used']

export interface ThreadViewProps {
  readonly conversationId: string | null
  readonly onBegun: (conversationId: string) => void
  /** What is on the screen; null on the page of conversations itself. */
  readonly screen: Screen | null
  /** A question of a button, which is asked once. */
  readonly asked: Asked | null
  /** It takes the focus when it becomes true. */
  readonly isShown: boolean
}

/** A conversation: its questions and answers, and where the next question is written. */
export function ThreadView({ conversationId, onBegun, screen, asked, isShown }: ThreadViewProps) {
  const { t } = useTranslation()
  const thread = useThread(conversationId, onBegun)
  const { readiness, isReady } = useReadiness()
  const input = useRef<TextAreaRef>(null)
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<AssistantMessage | null>(null)
  const [recipe, setRecipe] = useState<Recipe | null>(null)
  /** The page that the person took away. */
  const [detached, setDetached] = useState<string | null>(null)
  const { frame, content, isAtEnd, toEnd } = useAtEnd(conversationId)
  const { messages } = thread.thread
  const isAttached = screen !== null && detached !== screen.path
  const isBusy = thread.running !== null || thread.pending !== null

  const send = (question: string, more: { recipe: Recipe | null; screen: Screen | null }) => {
    const place = edited === null ? -1 : messages.findIndex(({ id }) => id === edited.id)
    thread.ask({
      question: question.trim(),
      ...more,
      ...(place !== -1 && { after: messages[place - 1]?.id ?? null }),
    })
    setText('')
    setEdited(null)
    setRecipe(null)
    toEnd()
  }
  useEffect(() => {
    if (isShown) input.current?.focus({ cursor: 'end' })
  }, [isShown, conversationId])
  const taken = useRef<Asked | null>(null)
  useEffect(() => {
    if (asked === null || asked === taken.current || !isReady) return
    taken.current = asked
    if (asked.question === null) {
      setRecipe(asked.recipe)
      input.current?.focus()
      return
    }
    send(asked.question, {
      recipe: asked.recipe,
      screen: screen === null ? null : { ...screen, subject: asked.subject ?? screen.subject ?? null },
    })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each question of a button
  }, [asked, isReady])

  const edit = (message: AssistantMessage) => {
    setEdited(message)
    setRecipe(message.recipe)
    setText(message.question)
    input.current?.focus({ cursor: 'end' })
  }
  return (
    <div className="thread">
      <div className="thread-body">
        <div ref={frame} className="thread-frame">
          <div ref={content} className="thread-content">
            <ReadinessNote readiness={readiness} />
            {thread.isLoading && messages.length === 0 && <LoadingState rows={6} />}
            {thread.error !== null && <ErrorState error={thread.error} onRetry={thread.reload} />}
            {conversationId === null && messages.length === 0 && thread.pending === null && isReady && (
              <Suggestions
                subject={screen?.subject ?? null}
                name={screen?.title ?? ''}
                onAsk={(question, one) => send(question, { recipe: one, screen })}
                onWrite={(one) => {
                  setRecipe(one)
                  input.current?.focus()
                }}
              />
            )}
            {messages.map((message, place) => (
              <MessageView
                key={message.id}
                message={message}
                isLast={place === messages.length - 1}
                thread={thread}
                onEdit={edit}
              />
            ))}
            {thread.pending !== null && (
              <article className="message" aria-busy="true">
                <Question text={thread.pending} />
                <Thinking />
              </article>
            )}
            {thread.refusal !== null && (
              <div className="answer-failure" role="alert">
                <p>{errorText(thread.refusal)}</p>
                {budgetCodes.includes(thread.refusal.code) && <AskForMore />}
              </div>
            )}
          </div>
        </div>
        {!isAtEnd && (
          <Button
            className="thread-down"
            shape="circle"
            icon={<ArrowDownOutlined aria-hidden="true" />}
            aria-label={t('conversations.toEnd')}
            title={t('conversations.toEnd')}
            onClick={toEnd}
          />
        )}
      </div>
      <output className="visually-hidden" aria-live="polite">
        {thread.ended === null ? '' : t('conversations.ended', { text: plainOfAnswer(thread.ended.text) })}
      </output>
      <Composer
        inputRef={input}
        text={text}
        onText={setText}
        onSend={() => send(text, { recipe, screen: isAttached ? screen : null })}
        onStop={thread.running === null ? null : () => thread.stop(thread.running!)}
        isBlocked={!isReady || isBusy || thread.isLoading}
        placeholder={t(
          recipe === 'write_template' ? 'conversations.describeTemplate' : 'conversations.placeholder',
        )}
        page={screen === null ? null : { title: screen.title, isAttached }}
        onPage={(attach) => setDetached(attach ? null : (screen?.path ?? null))}
        mode={
          edited !== null
            ? t('conversations.editing')
            : recipe === null
              ? null
              : t(`conversations.recipes.${recipe}`)
        }
        onEndMode={() => {
          if (edited !== null) setText('')
          setEdited(null)
          setRecipe(null)
        }}
      />
    </div>
  )
}
