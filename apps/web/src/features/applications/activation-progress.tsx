import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import type { ApplicationDetail } from './application.ts'

const tones: Record<ApplicationDetail['steps'][number]['state'], StatusTone> = {
  waiting: 'waiting',
  running: 'busy',
  done: 'ok',
  failed: 'bad',
}

/** The steps of an activation in progress. The drawer may be closed: the activation continues. */
export function ActivationProgress({ steps }: Pick<ApplicationDetail, 'steps'>) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section aria-live="polite">
      <h3>{t('applications.progress')}</h3>
      <ol className="application-steps">
        {steps.map(({ step, state, at }) => (
          <li key={step}>
            <span>{t(`applications.steps.${step}`)}</span>
            <StatusTag tone={tones[state]}>{t(`applications.stepStates.${state}`)}</StatusTag>
            <small className="quiet">{at === null ? '' : format.dateTime(at)}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}
