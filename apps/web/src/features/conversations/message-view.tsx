import {
  CopyOutlined,
  EditOutlined,
  FileSearchOutlined,
  RedoOutlined,
  RobotOutlined,
} from '@ant-design/icons'
import type { AssistantMessage } from '@netward/contract/conversations'
import { useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copied } from '../../lib/copied.ts'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { AnswerFailure } from './answer-failure.tsx'
import { AnswerPartView } from './answer-part-view.tsx'
import { AnswerSteps } from './answer-steps.tsx'
import { AnswerText } from './answer-text.tsx'
import { Feedback } from './feedback.tsx'
import { costText } from './cost-text.ts'
import { SentDrawer } from './sent-drawer.tsx'
import type { OpenThread } from './use-thread.ts'
import { SmallAct } from './small-act.tsx'

export interface MessageViewProps {
  readonly message: AssistantMessage
  readonly isLast: boolean
  readonly thread: OpenThread
  readonly onEdit: (message: AssistantMessage) => void
}

/** A question and its answer. */
export function MessageView({ message, isLast, thread, onEdit }: MessageViewProps) {
  const { t } = useTranslation()
  const isRunning = message.state === 'running'
  const steps = useSteps(message)
  const stepName = useCallback(
    (stepId: string) => {
      const tool = message.steps.find(({ id }) => id === stepId)?.tool
      return tool === undefined ? null : t(`conversations.tools.${tool}`)
    },
    [message.steps, t],
  )
  return (
    <article className="message" aria-busy={isRunning} aria-label={message.question.slice(0, 80)}>
      <Question
        text={message.question}
        {...(thread.running === null && thread.pending === null && { onEdit: () => onEdit(message) })}
      />
      <div className="answer">
        <AnswerSteps
          steps={message.steps}
          idOf={steps.idOf}
          isOpen={steps.isOpen}
          onOpen={steps.setOpen}
          opened={steps.opened}
          onToggle={steps.toggle}
        />
        <AnswerText
          text={message.text}
          isOpen={isRunning}
          all={isRunning ? none : message.numbers}
          stepName={stepName}
          onStep={steps.show}
        />
        {isRunning && message.text === '' && message.steps.every(({ state }) => state !== 'running') && (
          <Thinking />
        )}
        {message.parts.map((part, place) => (
          // Parts are only added: the index identifies them.
          <AnswerPartView key={place} part={part} onProposal={thread.keepProposal} />
        ))}
        {message.state === 'stopped' && <p className="answer-note">{t('conversations.stopped')}</p>}
        {message.state === 'failed' && <AnswerFailure message={message} />}
        {!isRunning && <Acts message={message} isLast={isLast} thread={thread} />}
      </div>
    </article>
  )
}

const none: readonly never[] = []

export function Question({ text, onEdit }: { text: string; onEdit?: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="question">
      <p>{text}</p>
      {onEdit !== undefined && (
        <SmallAct
          icon={<EditOutlined aria-hidden="true" />}
          label={t('conversations.edit')}
          onClick={onEdit}
        />
      )}
    </div>
  )
}

export function Thinking() {
  const { t } = useTranslation()
  return (
    <p className="answer-thinking">
      <RobotOutlined aria-hidden="true" />
      {t('conversations.thinking')}
    </p>
  )
}

/** Which steps are unfolded, and the way from a number to its step. */
function useSteps(message: AssistantMessage) {
  const prefix = useId()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [wanted, setWanted] = useState<{ id: string } | null>(null)
  const idOf = useCallback((stepId: string) => `${prefix}-${stepId}`, [prefix])
  useEffect(() => {
    if (wanted === null) return
    const element = document.getElementById(idOf(wanted.id))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [wanted, idOf])
  const show = useCallback((stepId: string) => {
    setChosen(true)
    setOpened((now) => new Set(now).add(stepId))
    setWanted({ id: stepId })
  }, [])
  return {
    idOf,
    opened,
    show,
    // Open while it looks up and nothing is written yet.
    isOpen: chosen ?? (message.state === 'running' && message.text === ''),
    setOpen: (isOpen: boolean) => setChosen(isOpen),
    toggle: (stepId: string) =>
      setOpened((now) => {
        const next = new Set(now)
        if (!next.delete(stepId)) next.add(stepId)
        return next
      }),
  }
}

function Acts({
  message,
  isLast,
  thread,
}: {
  message: AssistantMessage
  isLast: boolean
  thread: OpenThread
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isSentOpen, setSentOpen] = useState(false)
  const copy = async () => {
    if (await copied(message.text, () => undefined)) notify.success(t('common.copied'))
  }
  const seconds = message.milliseconds === null ? null : (message.milliseconds / 1000).toFixed(1)
  const facts = [
    message.model,
    message.tokens === 0 ? null : t('conversations.tokens', { count: format.number(message.tokens) }),
    message.cost === 0 ? null : costText(message.cost),
    seconds === null ? null : `${seconds} s`,
  ].filter((fact) => fact !== null)
  return (
    <footer className="answer-acts">
      {message.text !== '' && (
        <SmallAct
          icon={<CopyOutlined aria-hidden="true" />}
          label={t('common.copy')}
          onClick={() => void copy()}
        />
      )}
      {isLast && thread.running === null && (
        <SmallAct
          icon={<RedoOutlined aria-hidden="true" />}
          label={t('conversations.retry')}
          onClick={() => thread.retry(message)}
        />
      )}
      <Feedback message={message} onGiven={thread.keepMessage} />
      <SmallAct
        icon={<FileSearchOutlined aria-hidden="true" />}
        label={t('conversations.sent')}
        onClick={() => setSentOpen(true)}
      />
      <span className="answer-facts">{facts.join(' · ')}</span>
      <SentDrawer messageId={message.id} open={isSentOpen} onClose={() => setSentOpen(false)} />
    </footer>
  )
}
