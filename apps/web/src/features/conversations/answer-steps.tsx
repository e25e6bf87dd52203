import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  DownOutlined,
  LoadingOutlined,
  RightOutlined,
} from '@ant-design/icons'
import type { AnswerStep } from '@netward/contract/conversations'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useFieldName } from './use-field-name.ts'
import { valuesText, valueText } from './values-text.ts'

const icons = {
  running: <LoadingOutlined />,
  done: <CheckCircleOutlined />,
  failed: <CloseCircleOutlined />,
} as const

/** What was looked up for an answer. */
export function AnswerSteps(props: {
  steps: readonly AnswerStep[]
  idOf: (stepId: string) => string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  opened: ReadonlySet<string>
  onToggle: (stepId: string) => void
}) {
  const { t } = useTranslation()
  const { steps, isOpen } = props
  const running = steps.findLast(({ state }) => state === 'running')
  if (steps.length === 0) return null
  const failed = steps.filter(({ state }) => state === 'failed').length
  const name =
    running === undefined
      ? t('conversations.stepCount', { count: steps.length })
      : t('conversations.stepRuns', { name: t(`conversations.tools.${running.tool}`) })
  return (
    <div className="answer-steps">
      <button
        type="button"
        className="answer-steps-head"
        aria-expanded={isOpen}
        onClick={() => props.onOpen(!isOpen)}
      >
        <span aria-hidden="true">{isOpen ? <DownOutlined /> : <RightOutlined />}</span>
        {running !== undefined && <LoadingOutlined aria-hidden="true" />}
        <span>{name}</span>
        {failed > 0 && (
          <span className="answer-step-failed">{t('conversations.stepsFailed', { count: failed })}</span>
        )}
      </button>
      {isOpen && (
        <ol>
          {steps.map((step) => (
            <li key={step.id}>
              <Step
                step={step}
                id={props.idOf(step.id)}
                isOpen={props.opened.has(step.id)}
                onToggle={() => props.onToggle(step.id)}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Step(props: { step: AnswerStep; id: string; isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { step, isOpen } = props
  const brief = valuesText(step.input)
  return (
    <>
      <button
        type="button"
        id={props.id}
        className={`answer-step answer-step-${step.state}`}
        aria-expanded={isOpen}
        onClick={props.onToggle}
      >
        <span aria-hidden="true">{icons[step.state]}</span>
        <span className="visually-hidden">{t(`conversations.stepStates.${step.state}`)}</span>
        <strong>{t(`conversations.tools.${step.tool}`)}</strong>
        <span className="answer-step-brief">{brief}</span>
        {step.milliseconds !== null && (
          <span className="answer-step-time">{`${format.number(step.milliseconds)} ms`}</span>
        )}
        <span aria-hidden="true">{isOpen ? <DownOutlined /> : <RightOutlined />}</span>
      </button>
      {isOpen && (
        <div className="answer-step-body">
          <Values values={step.input} />
          {step.error !== null && (
            <p className="answer-step-failed" role="note">
              {step.error}
            </p>
          )}
          {step.result !== null && (
            <>
              <p className="answer-caption">{t('conversations.result')}</p>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
              <figure className="answer-code" tabIndex={0} aria-label={t('conversations.result')}>
                <pre>{pretty(step.result)}</pre>
              </figure>
            </>
          )}
        </div>
      )}
    </>
  )
}

/** Names and values of an input. */
export function Values({ values }: { values: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const fieldName = useFieldName()
  const entries = Object.entries(values).filter(([, value]) => valueText(value) !== '')
  if (entries.length === 0) return null
  return (
    <>
      <p className="answer-caption">{t('conversations.input')}</p>
      <dl className="answer-values">
        {entries.map(([key, value]) => (
          <div key={key}>
            <dt>{fieldName(key)}</dt>
            <dd>{valueText(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Results are JSON where they were not shortened. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
