import { longestTerminalAnswer } from '@netward/contract/terminal-values'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countdown } from '../../lib/countdown.ts'
import { useNow } from '../../lib/use-now.ts'
import type { Progress } from './terminal-progress.ts'
import './login-question.css'

/**
 * A device's prompts at its sign-in. Its words are set apart from the console's own, and rendered only as
 * text.
 */
export function LoginQuestion(props: {
  question: NonNullable<Progress['question']>
  /** It is visible, and nothing covers it. */
  shown: boolean
  onAnswer: (answers: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const { question, shown } = props
  const { name, instructions, prompts, until } = question
  const [answers, setAnswers] = useState<readonly string[]>(() => prompts.map(() => ''))
  const first = useRef<InputRef>(null)
  const id = useId()
  const now = useNow(1000)
  useEffect(() => {
    // A tab just selected is laid out a moment later, and cannot take the focus before.
    const frameId = shown ? requestAnimationFrame(() => first.current?.focus()) : 0
    return () => cancelAnimationFrame(frameId)
  }, [shown])

  return (
    <form
      className="login-question"
      aria-label={t('terminals.question')}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        props.onAnswer(answers)
      }}
    >
      <p className="login-question-head">
        <strong>{t('terminals.question')}</strong>
        <span className="login-question-left">
          {t('terminals.questionLeft', { left: countdown(until, now) })}
        </span>
      </p>
      <p className="terminal-hint">{t('terminals.questionHint')}</p>
      {(name !== '' || instructions !== '') && (
        <p className="login-question-said">{[name, instructions].filter((text) => text !== '').join('\n')}</p>
      )}
      <div className="login-question-prompts">
        {prompts.map(({ text, echo }, index) => {
          const field = {
            id: `${id}${index}`,
            value: answers[index] ?? '',
            maxLength: longestTerminalAnswer,
            // Keeps the browser from filling in a password of this page, and from storing a device's.
            autoComplete: 'one-time-code',
            onChange: ({ target }: { target: { value: string } }) =>
              setAnswers((before) => before.map((one, at) => (at === index ? target.value : one))),
            ...(index === 0 && { ref: first }),
          }
          return (
            // Prompts of one round: the index identifies them.
            <div key={index}>
              <label htmlFor={field.id}>{text === '' ? t('terminals.questionNoText') : text}</label>
              {echo ? <Input {...field} /> : <Input.Password {...field} />}
            </div>
          )
        })}
        <Button type="primary" htmlType="submit">
          {t('terminals.questionSend')}
        </Button>
      </div>
    </form>
  )
}
