import { openingSteps, type OpeningStep } from '@netward/contract/opening-values'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import type { Selection } from '../../../ui/list-page.tsx'
import { useBatch } from '../../../ui/use-batch.ts'
import { afterOpening, type OpeningSite } from './opening.ts'

const caller = { errors: 'caller', refresh: afterOpening } as const
const stepValues: { step: OpeningStep; done: 'yes' | 'no' } = { step: 'line_ordered', done: 'yes' }
const planValues = { plannedOn: '' }

/** Acts on chosen sites of a project. */
export function SiteActs({
  openingId,
  selection: { ids, keep },
}: {
  openingId: string
  selection: Selection<OpeningSite>
}) {
  const { t } = useTranslation()
  const batch = useBatch()
  const confirm = useConfirm()
  const [open, setOpen] = useState<'step' | 'plan' | null>(null)
  const set = useAct('POST /api/v1/work/opening/:openingId/step', caller)
  const plan = useAct('POST /api/v1/work/opening/:openingId/plan', caller)
  const remove = useAct('POST /api/v1/work/opening/:openingId/remove', caller)
  const siteIds = [...ids]
  const count = siteIds.length
  const run = async (title: string, act: Parameters<typeof batch>[1]) =>
    keep((await batch(title, act)).failed)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('step')}>{t('openings.setStep')}</Button>
      <Button onClick={() => setOpen('plan')}>{t('openings.plan')}</Button>
      <Button
        danger
        onClick={() =>
          void confirm({
            title: t('openings.removeTitle', { count }),
            text: t('openings.removeText'),
            action: t('openings.remove'),
            act: () => run(t('openings.remove'), () => remove.mutateAsync({ openingId, siteIds })),
          })
        }
      >
        {t('openings.remove')}
      </Button>
      <FormDrawer<typeof stepValues>
        title={t('openings.setSteps', { count })}
        open={open === 'step'}
        onClose={close}
        initialValues={stepValues}
        savedText={false}
        onSubmit={({ step, done }) =>
          run(t('openings.setStep'), () =>
            set.mutateAsync({ openingId, siteIds, step, done: done === 'yes' }),
          )
        }
      >
        <Form.Item name="step" label={t('openings.step')} extra={t('openings.stepHint')}>
          <Select options={openingSteps.map((value) => ({ value, label: t(`openings.steps.${value}`) }))} />
        </Form.Item>
        <Form.Item name="done" label={t('openings.stepState')}>
          <Select
            options={[
              { value: 'yes', label: t('openings.done') },
              { value: 'no', label: t('openings.notDone') },
            ]}
          />
        </Form.Item>
      </FormDrawer>
      <FormDrawer<typeof planValues>
        title={t('openings.planTitle', { count })}
        open={open === 'plan'}
        onClose={close}
        initialValues={planValues}
        savedText={false}
        onSubmit={({ plannedOn }) =>
          run(t('openings.plan'), () => plan.mutateAsync({ openingId, siteIds, plannedOn }))
        }
      >
        <Form.Item
          name="plannedOn"
          label={t('openings.plannedOn')}
          rules={[{ required: true, message: t('openings.plannedOnEmpty') }]}
        >
          <DateField />
        </Form.Item>
      </FormDrawer>
    </>
  )
}
