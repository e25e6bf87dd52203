import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../lib/use-api.ts'
import { PendingState } from '../../../ui/states.tsx'
import { type RepeatValues, ruleOf } from './plan-repeat.ts'

/** The next ten dates of what the form says. */
export function PlanDates() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<RepeatValues & { endsOn: string }>()
  const values = Form.useWatch((all: RepeatValues & { endsOn: string }) => all, form)
  const { frequency, interval } = values ?? {}
  const startsOn = values?.startsOn ?? ''
  const endsOn = values?.endsOn ?? ''
  const days = values?.weekdays ?? []
  const isWhole =
    startsOn !== '' && frequency !== undefined && interval && (frequency !== 'WEEKLY' || days.length > 0)
  const asked = isWhole
    ? {
        rule: ruleOf({ frequency, interval, weekdays: days, startsOn }),
        startsOn,
        endsOn: endsOn === '' ? null : endsOn,
      }
    : null
  const read = useApi('POST /api/v1/work/plan/preview', asked ?? { rule: '', startsOn: '' }, {
    enabled: asked !== null,
    keepPrevious: true,
  })
  if (asked === null) return <p className="quiet">{t('orderForms.plan.datesHint')}</p>
  if (read.data === undefined) return <PendingState read={read} rows={2} />
  return (
    <section className="order-plan-dates" aria-live="polite">
      <strong>{t('orderForms.plan.dates')}</strong>
      <p>{read.data.length === 0 ? t('orderForms.plan.never') : read.data.join(' · ')}</p>
    </section>
  )
}
