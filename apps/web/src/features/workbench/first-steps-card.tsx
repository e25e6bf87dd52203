import type { EndpointOutput } from '@netward/contract'
import { CheckOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { StatusTag } from '../../ui/status-tag.tsx'

type Step = EndpointOutput<'GET /api/v1/workbench'>['firstSteps'][number]

function addressOf({ step, companyId }: Step): string {
  if (step === 'tenant') return paths.tenants
  if (step === 'administrator') return companyId === null ? paths.tenants : paths.tenant(companyId)
  return step === 'outlet' ? paths.outlets : paths.smartCpeList
}

/** The first day: each step with its state and the button that takes it. */
export function FirstStepsCard({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation()
  const next = steps.find(({ done }) => !done)
  return (
    <section className="workbench-card workbench-steps" aria-labelledby="workbench-steps">
      <header>
        <h2 id="workbench-steps">{t('workbench.firstTitle')}</h2>
      </header>
      <ol>
        {steps.map((one, index) => (
          <li key={one.step} className={one.done ? 'workbench-step-done' : undefined}>
            <span className="workbench-step-number" aria-hidden="true">
              {one.done ? <CheckOutlined /> : index + 1}
            </span>
            <div>
              <h3>
                {t(`workbench.step.${one.step}`)}
                <StatusTag tone={one.done ? 'ok' : 'waiting'}>
                  {t(one.done ? 'workbench.stepDone' : 'workbench.stepOpen')}
                </StatusTag>
              </h3>
              <p>{t(`workbench.stepHint.${one.step}`)}</p>
            </div>
            <Link
              to={addressOf(one)}
              className={one === next ? 'plain-button plain-button-primary' : 'plain-button'}
            >
              {one.step === 'gateway' ? t('workbench.firstAction') : t(`workbench.stepAction.${one.step}`)}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
