import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { StatusTag } from '../status-tag.tsx'
import { type Approval, type ApprovalStep, approvalTones, approverText } from './approval.ts'
import './approval-panel.css'

type Standing = 'approved' | 'refused' | 'open' | 'later'

function standingOf({ state, step }: Approval, { decisions }: ApprovalStep, n: number): Standing {
  if (decisions.some(({ verdict }) => verdict === 'refused')) return 'refused'
  if (n < step || state === 'approved') return 'approved'
  return n === step && state === 'pending' ? 'open' : 'later'
}

/** The steps of an approval beside one another, with who decides and what was decided. */
export function ApprovalSteps({ approval }: { approval: Approval }) {
  return (
    <ol className="approval-steps">
      {approval.steps.map((step, index) => (
        <Step key={index} n={index + 1} step={step} standing={standingOf(approval, step, index + 1)} />
      ))}
    </ol>
  )
}

function Step({ n, step, standing }: { n: number; step: ApprovalStep; standing: Standing }) {
  const { t } = useTranslation()
  const format = useFormat()
  const state = standing === 'open' ? 'pending' : standing
  return (
    <li className="approval-step" data-standing={standing}>
      <header>
        <strong>{t('approvals.step', { n })}</strong>
        {state === 'later' ? (
          <span className="quiet">{t('approvals.later')}</span>
        ) : (
          <StatusTag tone={approvalTones[state]}>{t(`approvals.states.${state}`)}</StatusTag>
        )}
      </header>
      <div>{approverText(t, step)}</div>
      <div className="quiet">
        {step.company} · {t(`approvals.modes.${step.mode}`)}
      </div>
      <ul>
        {step.decisions.map(({ name, byName, verdict, note, at }) => (
          <li key={`${name} ${at}`}>
            {byName === null
              ? t('approvals.decisionOf', { name, verdict: t(`approvals.verdicts.${verdict}`) })
              : t('approvals.deputyOf', {
                  by: byName,
                  name,
                  verdict: t(`approvals.verdicts.${verdict}`),
                })}{' '}
            <span className="quiet">{format.dateTime(at)}</span>
            {note !== '' && <div>{note}</div>}
          </li>
        ))}
      </ul>
      {(standing === 'open' || standing === 'later') && step.people.length > 0 && (
        <div>{t('approvals.waitsFor', { names: step.people.join(', ') })}</div>
      )}
    </li>
  )
}
