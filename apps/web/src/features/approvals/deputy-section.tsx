import { Button, Form, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useNow } from '../../lib/use-now.ts'
import { clockAt, instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'

const deputyRead = 'GET /api/v1/approval/deputy'

interface Values {
  personId: string | undefined
  from: string
  until: string
}

/** Who decides approvals for the user while they are absent. */
export function DeputySection() {
  const { t } = useTranslation()
  const format = useFormat()
  const deputy = useApi(deputyRead, {}).data?.deputy
  const set = useAct('PUT /api/v1/approval/deputy', { refresh: [deputyRead], errors: 'caller' })
  const [open, setOpen] = useState(false)
  const clock = useNow(60_000)
  const now = useMemo(() => clockAt(new Date(clock)), [clock])
  if (deputy === undefined) return null
  return (
    <Panel
      title={t('approvals.deputy')}
      actions={
        <>
          {deputy !== null && (
            <Button loading={set.isPending} onClick={() => set.mutate({ deputy: null })}>
              {t('approvals.deputyEnd')}
            </Button>
          )}{' '}
          <Button onClick={() => setOpen(true)}>{t('approvals.deputySet')}</Button>
        </>
      }
    >
      <p className="quiet">{t('approvals.deputyHint')}</p>
      <p>
        {deputy === null
          ? t('approvals.deputyNone')
          : t('approvals.deputyOn', {
              name: deputy.name,
              from: format.dateTime(deputy.from),
              until: format.dateTime(deputy.until),
            })}
      </p>
      <FormDrawer<Values>
        title={t('approvals.deputyTitle')}
        open={open}
        onClose={() => setOpen(false)}
        initialValues={
          deputy === null
            ? { personId: undefined, from: now, until: '' }
            : {
                personId: deputy.personId,
                from: clockAt(new Date(deputy.from)),
                until: clockAt(new Date(deputy.until)),
              }
        }
        onSubmit={({ personId = '', from, until }) =>
          set.mutateAsync({ deputy: { personId, from: instantOf(from), until: instantOf(until) } })
        }
      >
        <PersonItem open={open} />
        <Form.Item
          name="from"
          label={t('approvals.from')}
          rules={[{ required: true, message: t('approvals.fromEmpty') }]}
        >
          <DateField kind="moment" />
        </Form.Item>
        <Form.Item
          name="until"
          label={t('approvals.until')}
          rules={[{ required: true, message: t('approvals.untilEmpty') }]}
        >
          <DateField kind="moment" />
        </Form.Item>
      </FormDrawer>
    </Panel>
  )
}

function PersonItem({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const people =
    useApi('GET /api/v1/approval/deputy/choices', { search }, { enabled: open, keepPrevious: true }).data ??
    []
  return (
    <Form.Item
      name="personId"
      label={t('approvals.deputyPerson')}
      rules={[{ required: true, message: t('approvals.deputyPersonEmpty') }]}
    >
      <Select
        showSearch={{ filterOption: false, onSearch: setSearch }}
        placeholder={t('common.pleaseSelect')}
        options={people.map(({ personId, name }) => ({ value: personId, label: name }))}
      />
    </Form.Item>
  )
}
